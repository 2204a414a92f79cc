import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '$app/api'
import { Link, type Reason, type State } from './socket'
import type { FromHouse } from './wire'

class Line {
  static all: Line[] = []
  readyState = 0
  sent: Record<string, unknown>[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  constructor() {
    Line.all.push(this)
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
let heard: FromHouse[] = []
let seen = 0
let blocked: boolean[] = []
const now = () => Line.all.at(-1)!
const welcome = { type: 'welcome', n: 3, table: {}, chat: [] }

function link() {
  return new Link(
    'K7M2P',
    'seat',
    { message: (message) => heard.push(message), state: (state, reason) => states.push([state, reason]), blocked: (is) => blocked.push(is), seen: () => seen },
    () => new Line() as unknown as WebSocket,
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  Line.all = []
  states = []
  heard = []
  seen = 0
  blocked = []
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
  expect(Line.all).toHaveLength(2)
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
  for (let i = 0; i < 8; i++) {
    const before = Line.all.length
    now().breaks()
    await vi.advanceTimersByTimeAsync(12_100)
    expect(Line.all.length).toBe(before + 1)
  }
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
  expect(Line.all).toHaveLength(1)
  line.close()
})

test('a line that never opens is given up', async () => {
  const line = link()
  await vi.advanceTimersByTimeAsync(14_900)
  expect(Line.all).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(800)
  expect(Line.all).toHaveLength(2)
  expect(Line.all[0]!.readyState).toBe(3)
  now().opens()
  now().hears(welcome)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(Line.all).toHaveLength(2)
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
  expect(Line.all.length).toBeGreaterThan(1)
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
  expect(Line.all).toHaveLength(2)
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
  expect(Line.all).toHaveLength(1)
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
  await vi.advanceTimersByTimeAsync(12_000)
  now().opens()
  now().hears(welcome)
  expect(blocked).toEqual([true, false])
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
