import { expect, test, vi } from 'vitest'
import { openPage, readNotice } from './notices'

const MESSAGE = { title: 'Your turn', body: 'A game · table ABCDE', language: 'en', code: 'ABCDE' }

test('a notice says what the message says, once for each table', () => {
  const [title, options] = readNotice(JSON.stringify(MESSAGE), '/assets/icon.png')
  expect([title, options.body, options.lang, options.tag, options.data.path, options.icon]).toEqual([
    'Your turn',
    'A game · table ABCDE',
    'en',
    '/t/ABCDE',
    '/t/ABCDE',
    '/assets/icon.png',
  ])
})

test.each(['', 'no JSON', 'null', '[]', '{"code": "../evil", "title": 7}', '{"code": "//evil.example"}'])('%j leads to the home page', (text) => {
  const [title, options] = readNotice(text, '')
  expect([title, options.data.path, 'icon' in options]).toEqual(['Coprime', '/', false])
})

test('a page of the table that is open comes to the front, else one is opened', async () => {
  const focus = vi.fn(() => Promise.resolve())
  const openWindow = vi.fn(() => Promise.resolve())
  const pages = { matchAll: () => Promise.resolve([{ url: 'https://a.example/t/ABCDE?x', focus }]), openWindow }
  await openPage(pages, '/t/ABCDE')
  expect([focus.mock.calls.length, openWindow.mock.calls.length]).toEqual([1, 0])
  await openPage(pages, '/t/FGHJK')
  expect(openWindow).toHaveBeenCalledExactlyOnceWith('/t/FGHJK')
})
