import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Classroom } from './classroom_store.svelte'

const answer = { role: '', code: 'ABC', name: '6b', pictures: [], open: true, names: [] }
let status = 200
let hangs = false
let asked = 0
let classroom: Classroom | undefined

/** A server that answers `status`, or nothing until the page gives up. */
function answers(path: string, { signal }: { signal?: AbortSignal }): Promise<unknown> {
  const mine = path.startsWith('/api/classes/')
  asked += mine ? 1 : 0
  if (mine && hangs) return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(new Error('aborted'))))
  const ok = !mine || status === 200
  return Promise.resolve({ ok, status: mine ? status : 200, json: () => Promise.resolve(ok ? answer : { sentence: 'No.' }) })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', answers)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const control = new AbortController()
    setTimeout(() => control.abort(), milliseconds)
    return control.signal
  })
  status = 200
  hangs = false
  asked = 0
})
afterEach(() => {
  classroom?.close()
  vi.restoreAllMocks()
})

async function opened(): Promise<Classroom> {
  classroom = new Classroom('ABC')
  await vi.advanceTimersByTimeAsync(0)
  expect(classroom.state).toEqual(answer)
  return classroom
}

test('a class that is gone is told of, also after "asked too often", and never asked for again', async () => {
  const classroom = await opened()
  status = 429
  await vi.advanceTimersByTimeAsync(2000)
  // The server does answer.
  expect([classroom.gone, classroom.away]).toEqual([false, false])
  status = 404
  await vi.advanceTimersByTimeAsync(2000)
  expect(classroom.gone).toBe(true)
  const before = asked
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(before)
})

test('an answer that never comes does not end the asking', async () => {
  const classroom = await opened()
  hangs = true
  await vi.advanceTimersByTimeAsync(2000 + 60_000)
  expect(classroom.away).toBe(true)
  hangs = false
  status = 404
  await vi.advanceTimersByTimeAsync(2000)
  expect(classroom.gone).toBe(true)
})

test('a page that is seen again asks at once', async () => {
  const classroom = await opened()
  status = 404
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(classroom.gone).toBe(true)
})
