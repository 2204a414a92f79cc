import { expect, test, vi } from 'vitest'
import { compileMessages } from '../build/message_compiler'
import { nameOf, chooseLanguage } from './language'
import { loadMessages } from './messages'

const there = ['en', 'ja']

test('the browser is followed, in its order', () => {
  expect(chooseLanguage('', ['ja-JP', 'en'], there)).toBe('ja')
  expect(chooseLanguage('', ['en-GB', 'ja'], there)).toBe('en')
  expect(chooseLanguage('', ['fr-CH', 'JA'], there)).toBe('ja')
})

test('a choice goes before the browser', () => {
  expect(chooseLanguage('language=ja', ['en'], there)).toBe('ja')
  expect(chooseLanguage('who=5; language=en; a=b', ['ja'], there)).toBe('en')
  expect(chooseLanguage('sublanguage=ja', ['en'], there)).toBe('en')
})

test('what is not there is not choose', () => {
  expect(chooseLanguage('language=xx', ['ja'], there)).toBe('ja')
  expect(chooseLanguage('language=', ['fr', 'de'], there)).toBe('en')
  expect(chooseLanguage('', [], there)).toBe('en')
})

test('a language is called what it calls itself', () => {
  expect(there.map(nameOf)).toEqual(['English', '日本語'])
})

const says = (messages: Record<string, string>) => vi.fn(() => Promise.resolve({ default: compileMessages(messages) }))

test('only what is choose is fetched, with its own forms', async () => {
  const en = says({ cards: '{n, plural, one {# card} other {# cards}}' })
  const ja = says({ cards: '{n, plural, other {#枚}}' })
  const files = { './messages/en.json': en, './messages/ja.json': ja }
  expect((await loadMessages<{ cards: string }>(files, 'ja'))('cards', { n: 1234 })).toBe('1,234枚')
  expect(en).not.toHaveBeenCalled()
  expect((await loadMessages<{ cards: string }>(files, 'en'))('cards', { n: 1 })).toBe('1 card')
})

test('a game without the language speaks English', async () => {
  const t = await loadMessages<{ a: string }>({ './messages/en.json': says({ a: '{n, plural, one {# card} other {# cards}}' }) }, 'ja')
  expect(t('a', { n: 1 })).toBe('1 card')
})
