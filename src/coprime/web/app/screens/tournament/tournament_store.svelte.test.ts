import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NoticeStore, TournamentStore } from './tournament_store.svelte'

let state: Record<string, unknown>
let status = 200
let store: TournamentStore | undefined

/** A server that answers `status` for the tournament; an action is refused with a sentence where that is not 200. */
const answers = (path: string) => {
  const ok = !path.startsWith('/api/tournaments/') || status === 200
  return Promise.resolve({ ok, status: ok ? 200 : status, json: () => Promise.resolve(ok ? { ...state } : { sentence: 'Not now.' }) })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', answers)
  state = { code: 'ABC', state: 'entry' }
  status = 200
})
afterEach(() => {
  store?.close()
  vi.restoreAllMocks()
})

test('without an answer the last state stays, and the page says that it is late', async () => {
  store = new TournamentStore('ABC')
  await vi.advanceTimersByTimeAsync(0)
  expect([store.state, store.away]).toEqual([state, false])
  status = 503
  await vi.advanceTimersByTimeAsync(2000)
  expect([store.state, store.away]).toEqual([state, true])
  status = 200
  state = { code: 'ABC', state: 'running' }
  await vi.advanceTimersByTimeAsync(2000)
  expect([store.state, store.away]).toEqual([state, false])
})

test('a refused action says why until the next one', async () => {
  store = new TournamentStore('ABC')
  await vi.advanceTimersByTimeAsync(0)
  const { tournaments } = await import('$app/tournament_api')
  status = 409
  expect(await store.runAction(tournaments.pairRound)).toBe(false)
  expect([store.trouble, store.busy]).toEqual(['Not now.', false])
  status = 200
  expect(await store.runAction(tournaments.pairRound)).toBe(true)
  expect(store.trouble).toBe('')
})

test('a table asks every four seconds for what the director has written', async () => {
  state = { text: '' }
  const notices = new NoticeStore('ABC')
  await vi.advanceTimersByTimeAsync(0)
  expect(notices.state).toEqual({ text: '' })
  state = { text: 'Tea at eight.' }
  await vi.advanceTimersByTimeAsync(3999)
  expect(notices.state).toEqual({ text: '' })
  await vi.advanceTimersByTimeAsync(1)
  expect(notices.state).toEqual({ text: 'Tea at eight.' })
  notices.close()
})

test('the page of a player who waits asks again as soon as the server has held its answer back, and without that twice a second', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    if (path.startsWith('/api/tournaments/')) asked.push(path)
    return answers(path)
  })
  const you = { state: 'here', table: '' }
  state = { code: 'ABC', state: 'running', arena: { left: 60 }, you }
  store = new TournamentStore('ABC')
  await vi.advanceTimersByTimeAsync(0)
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toEqual(['/api/tournaments/ABC?waits=1&hold=0', '/api/tournaments/ABC?waits=1&hold=2'])
  state = { ...state, you: { ...you, table: 'T1' } }
  await vi.advanceTimersByTimeAsync(100)
  await vi.advanceTimersByTimeAsync(499)
  expect(asked.length).toBe(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.length).toBe(4)
  for (const other of [{ arena: { left: 0 } }, { you: { ...you, state: 'paused' } }]) {
    state = { code: 'ABC', state: 'running', arena: { left: 60 }, you, ...other }
    await vi.advanceTimersByTimeAsync(2000)
    const before = asked.length
    await vi.advanceTimersByTimeAsync(4000)
    expect(asked.length, 'nobody is paired').toBe(before + 2)
  }
})

test('an answer without news leaves the state, the clock of a round goes on, and rounds that are known are kept', async () => {
  let asked = ''
  vi.stubGlobal('fetch', (path: string) => {
    if (path.startsWith('/api/tournaments/')) asked = path
    return answers(path)
  })
  state = { code: 'ABC', state: 'running', past: [{ number: 1, pairings: [] }], round_left: 60, version: 'a.1' }
  store = new TournamentStore('ABC')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe('/api/tournaments/ABC?waits=1&hold=0')
  const first = state
  state = { version: 'a.1', round_left: 60 }
  const before = store.state
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked).toBe('/api/tournaments/ABC?waits=1&hold=0&known=a.1')
  expect(store.state).toBe(before)
  state = { version: 'a.1', round_left: 58 }
  await vi.advanceTimersByTimeAsync(2000)
  expect(store.state).toEqual({ ...first, round_left: 58 })
  state = { code: 'ABC', state: 'over', past: null, round_left: null, version: 'b.1' }
  await vi.advanceTimersByTimeAsync(2000)
  expect(store.state).toEqual({ ...state, past: first['past'] })
})
