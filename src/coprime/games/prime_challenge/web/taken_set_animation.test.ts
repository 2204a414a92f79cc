import { expect, test } from 'vitest'
import { equationOf, isUnequal } from './taken_set_animation'

const cards = (...figures: number[]) => figures.map((figure) => ({ figure, factors: [] }))

test('the equation says what was put together, the answer first', () => {
  expect(equationOf(cards(42, 6, 7))).toBe('42 = 6 × 7')
  expect(equationOf(cards(7))).toBe('7')
})

test('only figures that multiply to something else are unequal', () => {
  expect(isUnequal(cards(42, 6, 8))).toBe(true)
  expect(isUnequal(cards(42, 6, 7))).toBe(false)
  expect(isUnequal([...cards(42, 6), { wild: true }])).toBe(false)
})
