import { expect, test } from 'vitest'
import { distance, LAST, RADIUS, round } from './spiral_geometry'
import { layFor, scaleOf, layOutStraightBoard } from './compact_board_geometry'

const boards = [layOutStraightBoard(11, 352, 320), layOutStraightBoard(11, 352, 300), layOutStraightBoard(10, 352, 420), layOutStraightBoard(10, 320, 480)]

test('the goal is the last of 102 spaces, and each space lies beside the one before', () => {
  for (const { spaces } of boards) {
    expect(spaces).toHaveLength(LAST + 1)
    for (let n = 1; n < LAST; n++) {
      const [a, b] = [spaces[n]!, spaces[n - 1]!]
      expect(Math.min(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeCloseTo(0)
      expect(distance(a, b)).toBeLessThan(70)
    }
  }
})

test('no two spaces touch, and none touches the goal', () => {
  for (const { spaces, goal } of boards)
    for (let n = 0; n <= LAST; n++) for (let m = 0; m < n; m++) expect(distance(spaces[n]!, spaces[m]!)).toBeGreaterThan((n === LAST ? goal : RADIUS) + RADIUS)
})

test('the start is at the edge, and the whole is in the picture', () => {
  for (const { spaces, box } of boards) {
    expect(spaces[0]!.x).toBe(Math.min(...spaces.map(({ x }) => x)))
    expect(spaces[0]!.y).toBe(Math.max(...spaces.map(({ y }) => y)))
    for (const { x, y } of spaces) {
      expect(x - RADIUS).toBeGreaterThanOrEqual(box.x)
      expect(x + RADIUS).toBeLessThanOrEqual(box.x + box.width)
      expect(y - RADIUS).toBeGreaterThanOrEqual(box.y)
      expect(y + RADIUS).toBeLessThanOrEqual(box.y + box.height)
    }
  }
})

test('the round board where it can be read; a step is at least 30 px on a phone of 360 by 640', () => {
  expect(layFor(640, 700)).toBe(round)
  const small = layFor(352, 316)
  expect(small).not.toBe(round)
  expect(58 * scaleOf(small, 352, 316)).toBeGreaterThan(30)
})
