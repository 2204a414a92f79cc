import { sha256 } from '@noble/hashes/sha2.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { decodeKey, digestOf } from './push_keys'
import { leaveNotices, PushNotices } from './push_notices.svelte'

const ENDPOINT = 'https://push.example/one'
const KEY = btoa('\x04' + 'k'.repeat(64)).replaceAll('=', '')
let subscribed: { endpoint: string; unsubscribe: () => Promise<boolean>; toJSON: () => object } | null
let listed: string[]
const asked: [string, string][] = []
const subscribe = vi.fn((options: { applicationServerKey: Uint8Array }) => {
  subscribed = { endpoint: ENDPOINT, unsubscribe: () => Promise.resolve(!(subscribed = null)), toJSON: () => ({ endpoint: ENDPOINT, keys: {} }) }
  return Promise.resolve({ ...subscribed, options })
})

beforeEach(() => {
  subscribed = null
  listed = []
  asked.length = 0
  vi.stubGlobal('crypto', { subtle: { digest: (_: string, data: Uint8Array) => Promise.resolve(sha256(data)) } })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', class {})
  const worker = { pushManager: { getSubscription: () => Promise.resolve(subscribed), subscribe } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(worker) } })
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    asked.push([method, path])
    if (method === 'POST') listed.push(await digestOf(ENDPOINT))
    if (method === 'DELETE') listed = path === '/api/push' ? [] : listed.filter((one) => !path.endsWith(one))
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ key: KEY, browsers: listed })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('notices are switched on and off for this device', async () => {
  const notices = new PushNotices()
  expect([await notices.load(), notices.isOn]).toEqual([true, false])
  await notices.switchOn()
  expect(notices.isOn).toBe(true)
  expect(subscribe.mock.lastCall![0].applicationServerKey).toEqual(decodeKey(KEY))
  expect(decodeKey(KEY)).toHaveLength(65)
  await notices.switchOff()
  expect([notices.isOn, subscribed]).toEqual([false, null])
  expect(asked.find(([method]) => method === 'DELETE')![1]).toBe(`/api/push/${await digestOf(ENDPOINT)}`)
})

test('a subscription that the server does not know is none, and is made anew', async () => {
  await subscribe({ applicationServerKey: decodeKey(KEY) })
  const left = vi.spyOn(subscribed!, 'unsubscribe')
  const notices = new PushNotices()
  await notices.load()
  expect(notices.isOn).toBe(false)
  await notices.switchOn()
  expect([left.mock.calls.length, notices.isOn]).toEqual([1, true])
})

test('other devices are counted, and all can be switched off', async () => {
  listed = ['a'.repeat(64), 'b'.repeat(64)]
  const notices = new PushNotices()
  await notices.load()
  expect([notices.isOn, notices.others]).toEqual([false, 2])
  await notices.switchAllOff()
  expect(notices.others).toBe(0)
})

test('without a service worker there is nothing to switch, and nothing is asked', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(undefined) } })
  expect([await new PushNotices().load(), asked]).toEqual([false, []])
})

test('a device that becomes somebody else leaves its subscription', async () => {
  await subscribe({ applicationServerKey: decodeKey(KEY) })
  await leaveNotices()
  expect(subscribed).toBe(null)
})
