import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test, vi } from 'vitest'
import { compileMessages } from '../build/message_compiler'
import { makeTranslator, t, type CompiledMessage } from './messages'

const compiled = import.meta.glob<Record<string, CompiledMessage>>(['./messages/*.json', '../../games/*/web/messages/*.json'], {
  import: 'default',
  eager: true,
})
const written = import.meta.glob<string>(['./messages/*.json', '../../games/*/web/messages/*.json'], { query: '?raw', import: 'default', eager: true })

test('holes are filled, and unknown ones stay to be seen', () => {
  expect(t('rule', { rule: 'PD-6' })).toBe('Rule PD-6')
  expect(makeTranslator({ a: 'x {y}' })('a')).toBe('x {y}')
})

test('number chooses the form', () => {
  expect(t('cards.held', { n: 1 })).toBe('1 card held')
  expect(t('cards.held', { n: 2 })).toBe('2 cards held')
})

test('a number below 1,000 is written without the number format that costs a phone 50 ms, any other with it', () => {
  const made = vi.spyOn(Intl, 'NumberFormat')
  const hands = compileMessages({ a: '{n, plural, one {# karta} other {# kart}}' })
  for (const locale of ['en', 'ja']) {
    const say = makeTranslator(hands, locale)
    expect([0, 1, 999].map((n) => say('a', { n }))).toEqual(['0 kart', locale === 'en' ? '1 karta' : '1 kart', '999 kart'])
    expect(made).not.toHaveBeenCalled()
    expect([1000, 1.5, -1].map((n) => say('a', { n }))).toEqual(['1,000 kart', '1.5 kart', locale === 'en' ? '-1 karta' : '-1 kart'])
    expect(made).toHaveBeenCalledOnce()
    made.mockClear()
  }
  expect(makeTranslator(hands, 'fa')('a', { n: 12 })).toBe('۱۲ kart')
  made.mockRestore()
})

test('a language has its own forms', () => {
  const say = makeTranslator(compileMessages({ a: '{n, plural, one {# karta} few {# karty} other {# kart}}' }), 'pl')
  expect([1, 3, 5].map((n) => say('a', { n }))).toEqual(['1 karta', '3 karty', '5 kart'])
})

/** The names of the holes of a message, and what may be chosen for each: for `{n, plural, =0 {…} one {…} other {…}}` some numbers. */
function paramsOf(message: CompiledMessage): Record<string, (string | number)[]> {
  const found: Record<string, (string | number)[]> = {}
  const add = (name: string, values: (string | number)[]) => (found[name] = [...new Set([...(found[name] ?? []), ...values])])
  if (typeof message === 'string') for (const [, name] of message.matchAll(/\{(\w+)\}/g)) add(name!, ['Ann'])
  else
    for (const element of message) {
      if (element.type === 1) add(element.value, ['Ann'])
      if (!('options' in element)) continue
      add(element.value, 'pluralType' in element ? [0, 1, 2, 3, 4, 5, 6, 21, 1234] : Object.keys(element.options))
      for (const option of Object.values(element.options)) for (const [name, values] of Object.entries(paramsOf(option.value))) add(name, values)
    }
  return found
}

test('every sentence is said as the library says it from its text', () => {
  expect(Object.keys(compiled).length).toBeGreaterThan(16)
  let chosen = 0
  for (const [file, messages] of Object.entries(compiled)) {
    const language = /(\w+)\.json$/.exec(file)![1]!
    const texts = JSON.parse(written[file]!) as Record<string, string>
    const say = makeTranslator(messages, language)
    for (const [key, message] of Object.entries(messages)) {
      if (!(key in texts)) continue
      const whole = new IntlMessageFormat(texts[key]!, language)
      const params = paramsOf(message)
      chosen += typeof message === 'string' ? 0 : 1
      // Each value of each hole once, beside the first of the others.
      const first = Object.fromEntries(Object.entries(params).map(([name, [value]]) => [name, value!]))
      for (const [name, values] of [...Object.entries(params), ['', ['']] as const])
        for (const value of values) {
          const given = name ? { ...first, [name]: value } : first
          expect(say(key, given), `${file} ${key} ${JSON.stringify(given)}`).toBe(String(whole.format(given)))
        }
    }
  }
  expect(chosen).toBeGreaterThan(200)
})

test('a page carries no parser, so a message that it could not say stops the build', () => {
  expect(() => compileMessages({ a: '{n, plural, one {x}' })).toThrow()
  expect(() => compileMessages({ a: '{n, number, percent}' })).toThrow('number')
  expect(() => compileMessages({ a: '{n, plural, other {{day, date, short}}}' })).toThrow('date')
})
