import { expect, test } from 'vitest'
import { layOut, BRIM } from './laying'

const PHONE = 343

test.each([
  [3, 7],
  [5, 7],
  [4, 7],
  [7, 7],
  [9, 9],
])('%i rows of %i cards fit the room of a phone, and every strip shows a figure and its strokes', (rows, columns) => {
  const high = rows > 5 ? 290 : 250
  const laid = layOut(rows, columns, PHONE, high)
  expect(columns * laid.card + (columns - 1) * laid.gap).toBeLessThanOrEqual(PHONE)
  expect(BRIM + (rows - 1) * laid.step + laid.height).toBeLessThanOrEqual(high)
  expect(laid.step - laid.figure).toBeGreaterThanOrEqual(laid.strokes + laid.rise)
  expect(laid.figure).toBeGreaterThanOrEqual(16)
})

test('the fewer the rows, the more of a card is seen', () => {
  const steps = [3, 4, 5, 6, 7].map((rows) => layOut(rows, 7, PHONE, 260).step)
  expect(steps).toEqual([...steps].sort((a, b) => b - a))
})

test('on a laptop the page flows and cards are large', () => {
  expect(layOut(3, 7, 848)).toMatchObject({ card: 96, step: 62, gap: 12 })
  expect(layOut(7, 7, 848)).toMatchObject({ card: 80, step: 44 })
})
