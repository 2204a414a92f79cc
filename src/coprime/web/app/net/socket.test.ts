import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '$app/api'
import { TableConnection, type Reason, type State } from './socket'
import { transportState, type Transport } from './transport_choice'
import type { ServerMessage } from './wire_messages'

class FakeSocket {
  static all: FakeSocket[] = []
  readyState = 0
  sent: Record<string, unknown>[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  constructor(readonly way: Transport) {
    FakeSocket.all.push(this)
  }
  send(data: string) {
    this.sent.push(JSON.parse(data) as Record<string, unknown>)
  }
  close() {
    this.readyState = 3
  }
  opens() {
    this.readyState = 1
    this.onopen?.()
  }
  hears(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  breaks(code = 1006) {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

let states: [State, Reason | undefined][] = []
let heard: ServerMessage[] = []
let seen = 0
let blocked: boolean[] = []
const now = () => FakeSocket.all.at(-1)!
const welcome = { type: 'welcome', n: 3, table: {}, chat: [] }

/** Wait for another line; returns the milliseconds that it took. */
async function nextLine(): Promise<number> {
  const before = FakeSocket.all.length
  for (let waited = 0; ; waited += 100) {
    if (FakeSocket.all.length > before) return waited
    await vi.advanceTimersByTimeAsync(100)
  }
}

function link() {
  return new TableConnection(
    'K7M2P',
    'seat',
    { message: (message) => heard.push(message), state: (state, reason) => states.push([state, reason]), blocked: (is) => blocked.push(is), seen: () => seen },
    (way) => new FakeSocket(way) as unknown as WebSocket,
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  states = []
  heard = []
  seen = 0
  blocked = []
  sessionStorage.clear()
  Object.assign(transportState, { http: false, proven: false, failures: 0 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('says hello first, and holds back everything else until it is welcome', () => {
  const line = link()
  void line.request({ type: 'act', acts: ['pass'] })
  now().opens()
  expect(now().sent.map((message) => message.type)).toEqual(['hello'])
  now().hears(welcome)
  expect(now().sent.map((message) => message.type)).toEqual(['hello', 'act'])
  line.close()
})

test('comes back by itself, with what it has seen, and asks again under the same id', async () => {
  const line = link()
  now().opens()
  now().hears(welcome)
  seen = 3
  const answer = line.request({ type: 'act', acts: ['pass'] })
  const { id } = now().sent.at(-1)!
  now().breaks()
  expect(states.at(-1)![0]).toBe('lost')
  await vi.advanceTimersByTimeAsync(700)
  expect(FakeSocket.all).toHaveLength(2)
  now().opens()
  expect(now().sent[0]).toMatchObject({ type: 'hello', seen: 3 })
  now().hears(welcome)
  expect(now().sent.at(-1)).toMatchObject({ type: 'act', id })
  now().hears({ type: 'done', id, n: 4 })
  expect(await answer).toMatchObject({ kind: 'done' })
  line.close()
})

test('waits longer and longer, but never more than ten seconds and a bit', async () => {
  const line = link()
  const waits: number[] = []
  for (let i = 0; i < 8; i++) {
    now().breaks()
    now().breaks() // over HTTP
    waits.push(await nextLine())
  }
  expect(waits[0]).toBeLessThan(700)
  expect(waits.at(-1)).toBeGreaterThan(7_900)
  expect(Math.max(...waits)).toBeLessThanOrEqual(12_100)
  line.close()
})

test('stays away where it is not wanted, and says why', async () => {
  const line = link()
  now().opens()
  const answer = line.request({ type: 'go' })
  now().hears({ type: 'error', sentence: 'There is no table ZZZZZ.', fatal: true })
  now().breaks(4404)
  expect(states.at(-1)).toEqual(['ended', 'gone'])
  expect(await answer).toMatchObject({ kind: 'refused' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.all).toHaveLength(1)
  line.close()
})

test('a socket that never opens is given up within seconds, and the line goes over HTTP', async () => {
  const line = link()
  await vi.advanceTimersByTimeAsync(3_900)
  expect(FakeSocket.all.map(({ way }) => way)).toEqual(['socket'])
  await vi.advanceTimersByTimeAsync(200)
  expect(FakeSocket.all.map(({ way }) => way)).toEqual(['socket', 'http'])
  expect(FakeSocket.all[0]!.readyState).toBe(3)
  expect(states).toEqual([])
  now().opens()
  now().hears(welcome)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(FakeSocket.all).toHaveLength(2)
  line.close()
})

test('a silent line is asked for a sign of life, then given up', async () => {
  const line = link()
  now().opens()
  now().hears(welcome)
  await vi.advanceTimersByTimeAsync(20_500)
  expect(now().sent.at(-1)!.type).toBe('ping')
  now().hears({ type: 'pong' })
  await vi.advanceTimersByTimeAsync(20_500)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(FakeSocket.all.length).toBeGreaterThan(1)
  line.close()
})

test('a question that nobody answers finds a dead line within ten seconds', async () => {
  const line = link()
  now().opens()
  now().hears(welcome)
  seen = 3
  void line.request({ type: 'act', acts: ['pass'] })
  await vi.advanceTimersByTimeAsync(2_100)
  expect(now().sent.at(-1)).toEqual({ type: 'ping' })
  await vi.advanceTimersByTimeAsync(6_100)
  expect(states.at(-1)).toEqual(['lost', undefined])
  await vi.advanceTimersByTimeAsync(700)
  expect(FakeSocket.all).toHaveLength(2)
  line.close()
})

test('while a question waits the line is not given up, as long as it lives', async () => {
  const line = link()
  now().opens()
  now().hears(welcome)
  void line.request({ type: 'hint' })
  for (let at = 0; at < 6; at++) {
    await vi.advanceTimersByTimeAsync(5_000)
    now().hears({ type: 'pong' })
  }
  expect(FakeSocket.all).toHaveLength(1)
  line.close()
})

test('where pages come through and sockets do not, that is told after fifteen seconds, until one does', async () => {
  vi.spyOn(api, 'me').mockResolvedValue({ name: 'Otter', notice: '' })
  const line = link()
  for (let at = 0; at < 14; at++) {
    now().breaks()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(blocked).toEqual([])
  await vi.advanceTimersByTimeAsync(1_500)
  expect(blocked).toEqual([true])
  await nextLine()
  now().opens()
  now().hears(welcome)
  expect(blocked).toEqual([true, false])
  line.close()
})

test('a socket that is refused is followed by HTTP at once, for the rest of the session', async () => {
  const line = link()
  now().breaks()
  expect(FakeSocket.all.map(({ way }) => way)).toEqual(['socket', 'http'])
  now().opens()
  now().hears(welcome)
  expect(states).toEqual([['open', undefined]])
  expect(sessionStorage.getItem('coprime.way')).toBe('http')
  now().breaks()
  await vi.advanceTimersByTimeAsync(700)
  expect(FakeSocket.all.map(({ way }) => way)).toEqual(['socket', 'http', 'http'])
  line.close()
})

test('a socket through which nothing is heard is followed by HTTP, too', async () => {
  const line = link()
  now().opens()
  await vi.advanceTimersByTimeAsync(6_100)
  expect(now().way).toBe('http')
  line.close()
})

test('where sockets come through, a server that begins again is waited for with sockets', async () => {
  const line = link()
  now().opens()
  now().hears(welcome)
  now().breaks()
  await vi.advanceTimersByTimeAsync(700)
  now().breaks()
  await vi.advanceTimersByTimeAsync(1_300)
  now().breaks()
  await vi.advanceTimersByTimeAsync(2_500)
  expect(FakeSocket.all.map(({ way }) => way)).toEqual(['socket', 'socket', 'socket', 'socket'])
  now().breaks()
  expect(now().way).toBe('http')
  now().breaks()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(now().way).toBe('socket')
  line.close()
})

test('a server that sends somebody away over a socket has been reached by it', async () => {
  const line = link()
  now().opens()
  now().breaks(1012)
  await vi.advanceTimersByTimeAsync(700)
  expect(FakeSocket.all.map(({ way }) => way)).toEqual(['socket', 'socket'])
  line.close()
})

test('where HTTP comes through no more, sockets are tried again', async () => {
  transportState.http = true
  const line = link()
  for (let at = 0; at < 5; at++) {
    expect(now().way).toBe('http')
    now().breaks()
    await nextLine()
  }
  expect(now().way).toBe('socket')
  expect(sessionStorage.getItem('coprime.way')).toBe(null)
  line.close()
})

test('a server that does not answer at all is no blocked socket; once it answers again it may be', async () => {
  const me = vi.spyOn(api, 'me').mockRejectedValue(new Error('no network'))
  const line = link()
  await vi.advanceTimersByTimeAsync(40_000)
  expect(blocked).toEqual([])
  me.mockResolvedValue({ name: 'Otter', notice: '' })
  await vi.advanceTimersByTimeAsync(16_000)
  expect(blocked).toEqual([true])
  line.close()
})

test('a line that was good and is blocked later is told, too', async () => {
  vi.spyOn(api, 'me').mockResolvedValue({ name: 'Otter', notice: '' })
  const line = link()
  now().opens()
  now().hears(welcome)
  now().breaks()
  await vi.advanceTimersByTimeAsync(16_000)
  expect(blocked).toEqual([false, true])
  line.close()
})
