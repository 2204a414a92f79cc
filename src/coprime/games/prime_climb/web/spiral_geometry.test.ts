import { expect, test } from 'vitest'
import { factorsOf } from '$app/number_format'
import { distance, GOAL_RADIUS, hollow, LAST, RADIUS, round, spaces } from './spiral_geometry'

const { box } = round

test('from 0 to 101 in equal steps', () => {
  expect(spaces).toHaveLength(LAST + 1)
  for (let n = 1; n < LAST; n++) expect(distance(spaces[n]!, spaces[n - 1]!)).toBeCloseTo(57, 1)
})

test('no two spaces touch', () => {
  for (let n = 0; n <= LAST; n++)
    for (let m = 0; m < n; m++) expect(distance(spaces[n]!, spaces[m]!)).toBeGreaterThan((n === LAST ? GOAL_RADIUS : RADIUS) + RADIUS - 0.5)
})

test('the path winds inwards: 101 is in the middle, 0 at the edge', () => {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  expect(distance(spaces[LAST]!, middle)).toBeLessThan(80)
  expect(spaces[0]!.y).toBe(Math.max(...spaces.map(({ y }) => y)))
  expect(Math.min(...spaces.map((space) => distance(space, hollow)))).toBeGreaterThan(55)
})

test('factors', () => {
  expect(factorsOf(0)).toEqual([])
  expect(factorsOf(1)).toEqual([])
  expect(factorsOf(78)).toEqual([2, 3, 13])
  expect(factorsOf(97)).toEqual([97])
  for (let n = 1; n <= LAST; n++) expect(factorsOf(n).reduce((product, p) => product * p, 1)).toBe(n)
})
