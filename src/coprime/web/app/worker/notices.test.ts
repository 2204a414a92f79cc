import { sha256 } from '@noble/hashes/sha2.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { digestOf } from '../push_keys'
import { openPage, readNotice, renewSubscription } from './notices'

beforeEach(() => vi.stubGlobal('crypto', { subtle: { digest: (_: string, data: Uint8Array) => Promise.resolve(sha256(data)) } }))
afterEach(() => vi.unstubAllGlobals())

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

const OLD = 'https://push.example/old'
const subscription = (endpoint: string) => ({ endpoint, toJSON: () => ({ endpoint }) }) as PushSubscription

/** A server that sends notices to `browsers`; what it is asked. */
function listens(browsers: string[], ok = true) {
  const asked: [string, string, unknown][] = []
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body = 'null' }: { method?: string; body?: string } = {}) => {
    if (method !== 'GET') asked.push([method, path, JSON.parse(body)])
    return Promise.resolve({ ok, json: () => Promise.resolve({ key: 'AAAA', browsers }) })
  })
  return asked
}

test('a renewed subscription takes the place of the old one at the server', async () => {
  const subscribe = vi.fn(() => Promise.resolve(subscription('https://push.example/made')))
  const asked = listens([await digestOf(OLD)])
  await renewSubscription({ oldSubscription: subscription(OLD), newSubscription: subscription('https://push.example/new') }, { subscribe })
  expect(subscribe).not.toHaveBeenCalled()
  await renewSubscription({ oldSubscription: subscription(OLD), newSubscription: null }, { subscribe })
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: new Uint8Array(3) })
  const path = `/api/push/${await digestOf(OLD)}`
  expect(asked).toEqual([
    ['PUT', path, { endpoint: 'https://push.example/new' }],
    ['PUT', path, { endpoint: 'https://push.example/made' }],
  ])
})

test('where the browser does not say which one was the old one, the new one is added', async () => {
  const asked = listens(['another browser'])
  await renewSubscription({}, { subscribe: () => Promise.resolve(subscription('https://push.example/made')) })
  expect(asked).toEqual([['POST', '/api/push', { endpoint: 'https://push.example/made' }]])
})

test('whoever has switched notices off gets none again by a renewal', async () => {
  const subscribe = vi.fn(() => Promise.resolve(subscription('https://push.example/made')))
  const renewed = { oldSubscription: subscription(OLD), newSubscription: subscription('https://push.example/new') }
  for (const asked of [listens([]), listens(['another browser'])]) {
    await renewSubscription(renewed, { subscribe })
    expect(asked).toEqual([])
  }
  listens([])
  await renewSubscription({}, { subscribe })
  listens([await digestOf(OLD)], false)
  await renewSubscription(renewed, { subscribe })
  expect(subscribe).not.toHaveBeenCalled()
})
