import { expect, test } from 'vitest'
import { BRIM, layOut, STRIP } from './foundation_layout'

test.each([0, 1, 2, 3, 4, 6, 9, 14])('twelve cards and %i outside fit a small phone, and every figure is seen', (n) => {
  const laid = layOut(4, n, 332, 270)
  expect(laid.outside).toHaveLength(n)
  expect((4 + laid.columns) * (laid.card + laid.gap)).toBeLessThanOrEqual(332)
  expect(BRIM + 3 * laid.height + 2 * laid.gap).toBeLessThanOrEqual(270)
  const pile = 2 * (laid.height + laid.gap)
  for (const [i, { column, top }] of laid.outside.entries()) {
    expect(top + laid.height).toBeLessThanOrEqual(column ? pile + laid.height : pile)
    const next = laid.outside[i + 1]
    if (next?.column === column) expect(next.top - top).toBeGreaterThanOrEqual(STRIP)
  }
})

test('two outside stand whole above the pile; more overlap', () => {
  expect(layOut(4, 2, 332, 270).outside.map(({ top }) => top)).toEqual([0, layOut(4, 2, 332, 270).height + 6])
  expect(layOut(4, 3, 332, 270).outside[1]!.top).toBeLessThan(layOut(4, 2, 332, 270).height)
})

test('where the page flows, cards are as wide as they may be', () => {
  expect(layOut(4, 2, 500).card).toBe(88)
  expect(layOut(3, 0, 332).card).toBe(77)
})
