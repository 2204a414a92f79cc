import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { makeTranslator, t } from './messages'

const files = import.meta.glob<Record<string, string>>(['./messages/*.json', '../../{games,decks}/*/web/messages/*.json'], {
  import: 'default',
  eager: true,
})

test('holes are filled, and unknown ones stay to be seen', () => {
  expect(t('rule', { rule: 'PD-6' })).toBe('Rule PD-6')
  expect(makeTranslator({ a: 'x {y}' })('a')).toBe('x {y}')
})

test('number chooses the form', () => {
  expect(t('cards.held', { n: 1 })).toBe('1 card held')
  expect(t('cards.held', { n: 2 })).toBe('2 cards held')
})

test('a language has its own forms', () => {
  const say = makeTranslator({ a: '{n, plural, one {# karta} few {# karty} other {# kart}}' }, 'pl')
  expect([1, 3, 5].map((n) => say('a', { n }))).toEqual(['1 karta', '3 karty', '5 kart'])
})

test('every sentence is a message that the library reads', () => {
  expect(Object.keys(files).length).toBeGreaterThan(8)
  for (const [file, messages] of Object.entries(files))
    for (const [key, message] of Object.entries(messages)) expect(() => new IntlMessageFormat(message, 'en'), `${file} ${key}`).not.toThrow()
})
