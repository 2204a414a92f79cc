import { expect, test } from 'vitest'
import { flow, listed } from './numbers'

test('lists as the language writes them', () => {
  expect(listed([])).toBe('')
  expect(listed([7])).toBe('7')
  expect(listed([2, 3, 5])).toBe('2, 3, 5')
  expect(listed([7], 'and')).toBe('7')
  expect(listed([2, 3], 'and')).toBe('2 and 3')
  expect(listed([2, 3, 5], 'or')).toBe('2, 3 or 5')
})

test('sentences in one text, without those that say nothing', () => {
  expect(flow(['One.', '', false, 'Two.'])).toBe('One. Two.')
})
