import { expect, test } from 'vitest'
import { speaker, t } from './messages'

test('holes are filled, and unknown ones stay to be seen', () => {
  expect(t('rule', { rule: 'PD-6' })).toBe('Rule PD-6')
  expect(speaker({ a: 'x {y}' })('a')).toBe('x {y}')
})

test('number chooses the form', () => {
  expect(t('cards.held', { n: 1 })).toBe('1 card held')
  expect(t('cards.held', { n: 2 })).toBe('2 cards held')
})
