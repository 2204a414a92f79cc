import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StreamLine } from './http_transport'

class FakeEventSource {
  static all: FakeEventSource[] = []
  closed = false
  onmessage?: (event: { data: string }) => void
  onerror?: () => void
  constructor(readonly path: string) {
    FakeEventSource.all.push(this)
  }
  close() {
    this.closed = true
  }
  tells(event: object) {
    this.onmessage?.({ data: JSON.stringify(event) })
  }
}
interface Posted {
  path: string
  body: { n: number; parts: object[] }
  answer: (status: number) => Promise<void>
}

let posted: Posted[] = []
const lines: StreamLine[] = []
const source = () => FakeEventSource.all.at(-1)!

function line(code: string) {
  const made = new StreamLine(code, (path) => new FakeEventSource(path) as unknown as EventSource)
  lines.push(made)
  const received: unknown[] = []
  made.onopen = () => received.push('open')
  made.onmessage = ({ data }) => received.push(JSON.parse(data as string))
  made.onclose = ({ code }) => received.push(code)
  return { made, received: received }
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeEventSource.all = []
  posted = []
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    let resolve!: (answer: { status: number }) => void
    const promise = new Promise<{ status: number }>((made) => (resolve = made))
    const answer = async (status: number) => {
      resolve({ status })
      await vi.advanceTimersByTimeAsync(0)
    }
    posted.push({ path, body: JSON.parse(body) as Posted['body'], answer })
    return promise
  })
})
afterEach(() => {
  for (const one of lines.splice(0)) one.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('lines share one stream; what is said goes in order, one POST at a time', async () => {
  const [a, b] = [line('AAAAA'), line('BBBBB')]
  expect(FakeEventSource.all.map(({ path }) => path)).toEqual(['/api/stream'])
  expect(posted).toEqual([])
  source().tells({ stream: 'S1' })
  expect(posted.map(({ path }) => path)).toEqual(['/api/stream/S1'])
  expect(posted[0]!.body).toEqual({
    n: 1,
    parts: [
      { line: 1, open: 'AAAAA' },
      { line: 2, open: 'BBBBB' },
    ],
  })
  a.made.send('{"type":"early"}')
  source().tells({ line: 1, open: true })
  source().tells({ line: 2, open: true })
  a.made.send('{"type":"hello"}')
  b.made.send('{"type":"ping"}')
  expect(posted).toHaveLength(1)
  await posted[0]!.answer(204)
  expect(posted[1]!.body).toEqual({
    n: 3,
    parts: [
      { line: 1, text: '{"type":"hello"}' },
      { line: 2, text: '{"type":"ping"}' },
    ],
  })
  source().tells({ line: 1, message: { type: 'welcome' } })
  source().tells({ line: 2, close: 4404 })
  expect([a.received, b.received]).toEqual([
    ['open', { type: 'welcome' }],
    ['open', 4404],
  ])
  expect(source().closed).toBe(false)
})

test('a stream that breaks closes its lines, and the next line begins a new one', () => {
  const [a, b] = [line('AAAAA'), line('BBBBB')]
  source().tells({ stream: 'S1' })
  source().onerror!()
  expect([a.received, b.received]).toEqual([[1006], [1006]])
  expect(source().closed).toBe(true)
  line('AAAAA')
  expect(FakeEventSource.all).toHaveLength(2)
})

test.each([
  [404, 1006],
  [429, 4429],
])('a POST that is answered %i closes the lines with %i', async (status, code) => {
  const a = line('AAAAA')
  source().tells({ stream: 'S1' })
  await posted[0]!.answer(status)
  expect(a.received).toEqual([code])
})

test('a server that ends says so to all lines', () => {
  const a = line('AAAAA')
  source().tells({ stream: 'S1' })
  source().tells({ line: 1, open: true })
  source().tells({ close: 1012 })
  expect(a.received).toEqual(['open', 1012])
})

test('the last line that is closed ends the stream; one of several tells the server', async () => {
  const [a, b] = [line('AAAAA'), line('BBBBB')]
  source().tells({ stream: 'S1' })
  source().tells({ line: 1, open: true })
  source().tells({ line: 2, open: true })
  await posted[0]!.answer(204)
  a.made.close()
  expect(posted[1]!.body.parts).toEqual([{ line: 1, close: true }])
  expect(source().closed).toBe(false)
  b.made.close()
  expect(source().closed).toBe(true)
  expect([a.received, b.received]).toEqual([['open'], ['open']])
})

test('a line that does not open on a silent stream ends it for all: nothing comes through', async () => {
  const [a, b] = [line('AAAAA'), line('BBBBB')]
  await vi.advanceTimersByTimeAsync(4_000)
  a.made.close()
  expect(source().closed).toBe(true)
  expect(b.received).toEqual([1006])
})

test('a page that has nothing to say is heard of twice a minute', async () => {
  line('AAAAA')
  source().tells({ stream: 'S1' })
  await posted[0]!.answer(204)
  await vi.advanceTimersByTimeAsync(30_100)
  expect(posted[1]!.body).toEqual({ n: 2, parts: [] })
})

test('one POST holds no more than the server takes', async () => {
  const a = line('AAAAA')
  source().tells({ stream: 'S1' })
  source().tells({ line: 1, open: true })
  for (let at = 0; at < 3; at++) a.made.send('x'.repeat(9_000))
  await posted[0]!.answer(204)
  for (let at = 1; at < 4; at++) {
    expect(posted[at]!.body.parts).toHaveLength(1)
    await posted[at]!.answer(204)
  }
  expect(posted.map(({ body }) => body.n)).toEqual([1, 2, 3, 4])
})
