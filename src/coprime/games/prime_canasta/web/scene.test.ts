import { expect, test } from 'vitest'
import { fitSpread, type SetScene } from './scene'

const set = (...figures: number[]) => ({ cards: figures.map((figure) => ({ figure })), canasta: figures.length > 4 }) as unknown as SetScene

test('own sets are spread as long as all of them have room in a row', () => {
  const sets = [set(44, 2, 2, 11), set(9, 3, 3), set(35, 5, 7)]
  expect(fitSpread(sets, 336, 66)).toBe(true)
  expect(fitSpread(sets, 290, 66)).toBe(false)
  expect(fitSpread([...sets, set(22, 2, 11)], 336, 66)).toBe(false)
})

test('a canasta is a pack, and leaves room for others', () => {
  expect(fitSpread([set(96, 2, 2, 2, 12), set(9, 3, 3), set(35, 5, 7)], 336, 66)).toBe(true)
})

test('a second row takes what the first one has no room for', () => {
  const sets = [set(44, 2, 2, 11), set(9, 3, 3), set(35, 5, 7), set(22, 2, 11), set(6, 2, 3)]
  expect(fitSpread(sets, 336, 66)).toBe(false)
  expect(fitSpread(sets, 336, 120)).toBe(true)
})
