import { expect, test } from 'vitest'
import { joinSentences, formatList } from './number_format'

test('lists as the language writes them', () => {
  expect(formatList([])).toBe('')
  expect(formatList([7])).toBe('7')
  expect(formatList([2, 3, 5])).toBe('2, 3, 5')
  expect(formatList([7], 'and')).toBe('7')
  expect(formatList([2, 3], 'and')).toBe('2 and 3')
  expect(formatList([2, 3, 5], 'or')).toBe('2, 3 or 5')
})

test('sentences in one text, without those that say nothing', () => {
  expect(joinSentences(['One.', '', false, 'Two.'])).toBe('One. Two.')
})
