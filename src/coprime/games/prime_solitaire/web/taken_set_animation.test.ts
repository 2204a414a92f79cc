import { expect, test } from 'vitest'
import { equationOf } from './taken_set_animation'

test('the largest number of a set is what the others multiply to', () => {
  expect(equationOf([2, 6, 3])).toBe('6 = 2 × 3')
  expect(equationOf([600, 3, 2, 100])).toBe('600 = 2 × 3 × 100')
  expect(equationOf([2])).toBe('')
})
