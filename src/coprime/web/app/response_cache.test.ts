import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerOrStored, listStoredPages } from './response_cache'

/** Caches as a browser has them, as far as they are used here. */
class FakeCache {
  readonly held = new Map<string, string>()
  match = (key: string) => Promise.resolve(this.held.has(key) ? new Response(this.held.get(key)) : undefined)
  put = async (key: string, answer: Response) => void this.held.set(key, await answer.text())
  delete = (key: string | { url: string }) => Promise.resolve(this.held.delete(typeof key === 'string' ? key : key.url))
  keys = () => Promise.resolve([...this.held.keys()].map((url) => ({ url })))
}
let cache: FakeCache
beforeEach(() => {
  cache = new FakeCache()
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache), keys: () => Promise.resolve([]) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const gone = new Error('gone')
const ask = (path: string, send: () => Promise<unknown>, body?: unknown) => answerOrStored(path, body, send, (problem) => problem === gone)
const kept = () => vi.waitFor(() => expect(cache.held.size).toBeGreaterThan(0))

test('the server is asked first, and what it said is there when it cannot be reached', async () => {
  expect(await ask('/api/rules/a', () => Promise.resolve({ title: 'first' }))).toEqual({ title: 'first' })
  await kept()
  expect(await ask('/api/rules/a', () => Promise.resolve({ title: 'second' }))).toEqual({ title: 'second' })
  await vi.waitFor(() => expect([...cache.held.values()]).toEqual(['{"title":"second"}']))
  expect(await ask('/api/rules/a', () => Promise.reject(gone))).toEqual({ title: 'second' })
  await expect(ask('/api/rules/b', () => Promise.reject(gone))).rejects.toBe(gone)
})

test('what the server refuses is refused', async () => {
  await ask('/api/rules/a', () => Promise.resolve({ title: 'first' }))
  await kept()
  const refused = new Error('refused')
  await expect(ask('/api/rules/a', () => Promise.reject(refused))).rejects.toBe(refused)
})

test('each attempt has its own answer', async () => {
  await ask('/api/lessons/a/b', () => Promise.resolve(1), { done: [] })
  await ask('/api/lessons/a/b', () => Promise.resolve(2), { done: ['x'] })
  await vi.waitFor(() => expect(cache.held.size).toBe(2))
  expect(await ask('/api/lessons/a/b', () => Promise.reject(gone), { done: ['x'] })).toBe(2)
  await expect(ask('/api/lessons/a/b', () => Promise.reject(gone), { done: ['y'] })).rejects.toBe(gone)
})

test('a server that says nothing for five seconds is not waited for where something is kept', async () => {
  await ask('/api/games', () => Promise.resolve('kept'))
  await kept()
  vi.useFakeTimers()
  const asked = ask('/api/games', () => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(6000)
  expect(await asked).toBe('kept')
})

test('what can be opened is listed by title', async () => {
  await ask('/api/rules/deck/page', () => Promise.resolve({ title: 'A page' }))
  await ask('/api/lessons/a', () => Promise.resolve({ title: 'A game' }))
  await ask('/api/lessons/a/b', () => Promise.resolve({}), { done: [] })
  await ask('/api/puzzles?day=20261127', () => Promise.resolve({}))
  await vi.waitFor(() => expect(cache.held.size).toBe(4))
  expect(await listStoredPages()).toEqual({
    rules: [{ href: '/rules/deck/page', title: 'A page' }],
    lessons: [{ href: '/learn/a', title: 'A game' }],
    puzzles: true,
  })
})

test('without a store the server is asked', async () => {
  vi.unstubAllGlobals()
  expect(await ask('/api/games', () => Promise.resolve(1))).toBe(1)
})
