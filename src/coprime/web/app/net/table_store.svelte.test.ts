import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TableStore } from './table_store.svelte'
import type { SceneMessage, Table } from './wire_messages'

let line: { onopen: () => void; onmessage: (event: { data: string }) => void; sent: { type: string; id: string }[] }

beforeEach(() => {
  vi.stubGlobal(
    'WebSocket',
    class {
      static OPEN = 1
      readyState = 1
      sent: unknown[] = []
      constructor() {
        line = this as never
      }
      send(data: string) {
        this.sent.push(JSON.parse(data))
      }
      close() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

const table = { match: 1, you: { who: 1, seats: [0] }, announced: [], seats: [] } as unknown as Table
const hear = (message: unknown) => line.onmessage({ data: JSON.stringify(message) })
const entry = (step: number) => ({ step, n: step, seat: 0 as const, text: `${step}`, mark: '' as const, detail: null })
const scene = (step: number, lines: number[], more: Partial<SceneMessage> = {}): SceneMessage => ({
  type: 'scene',
  n: step,
  step,
  match: 1,
  seat: 0,
  scene: { ask: '', why: '', turn: [], seats: [], over: null, rest: null },
  lines: lines.map(entry),
  cut: null,
  clock: null,
  undo: false,
  takeback: false,
  ...more,
})
function seated(): TableStore {
  const store = new TableStore('K7M2P')
  line.onopen()
  hear({ type: 'welcome', n: 0, table, chat: [] })
  return store
}
const steps = (store: TableStore) => store.seatView(0)!.lines.map((one) => one.step)

test('lines are added as they come, and a fresh page has nothing fresh', () => {
  const store = seated()
  hear(scene(2, [1, 2], { cut: 0 }))
  expect(store.seatView(0)!.fresh).toEqual([])
  hear(scene(3, [3]))
  expect(steps(store)).toEqual([1, 2, 3])
  expect(store.seatView(0)!.fresh.map((one) => one.step)).toEqual([3])
  store.close()
})

test('a teacher is told how long a table has stood still: since the server said so, or since it moved', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(100_000)
  const store = new TableStore('K7M2P', 'watch')
  line.onopen()
  const taught = { ...table, you: { who: 1, seats: [] }, teaching: { still: 30, calls: [], refused: [], desk: null, attends: false } }
  hear({ type: 'welcome', n: 2, table: taught, chat: [] })
  hear(scene(2, [1, 2], { seat: 'watcher', cut: 0 }))
  expect(store.since).toBe(70_000)
  now.mockReturnValue(160_000)
  hear(scene(3, [3], { seat: 'watcher' }))
  expect(store.since).toBe(160_000)
  now.mockReturnValue(200_000)
  hear(scene(3, [1, 2, 3], { seat: 'watcher', cut: 0 }))
  expect(store.since).toBe(160_000)
  now.mockRestore()
  store.close()
})

test('an action is over when its scene is there, and not before', async () => {
  const store = seated()
  hear(scene(2, [1, 2], { cut: 0 }))
  let over = false
  const acted = store.act(0, ['17']).then((kept) => (over = kept))
  hear({ type: 'done', id: line.sent.at(-1)!.id, n: 3 })
  await new Promise((go) => setTimeout(go))
  expect([over, store.busy]).toEqual([false, true])
  hear(scene(3, [3]))
  await acted
  expect([over, store.busy]).toEqual([true, false])
  // A scene that came before its answer, and one that does not come.
  const second = store.act(0, ['19'])
  hear(scene(4, [4]))
  hear({ type: 'done', id: line.sent.at(-1)!.id, n: 4 })
  expect(await second).toBe(true)
  const third = store.act(0, ['23'])
  hear({ type: 'done', id: line.sent.at(-1)!.id, n: 5 })
  expect(await third).toBe(true)
  store.close()
})

test('what was taken back is dropped', () => {
  const store = seated()
  hear(scene(4, [1, 2, 3, 4]))
  hear(scene(2, [], { cut: 2, n: 5 }))
  expect(steps(store)).toEqual([1, 2])
  hear(scene(0, [], { cut: 0, n: 6 }))
  expect(steps(store)).toEqual([])
  store.close()
})

test('a log that comes again, numbered otherwise, is no news', () => {
  const store = seated()
  hear(scene(2, [1, 2]))
  const heard: number[] = []
  store.onScene = (_, lines) => heard.push(...lines.map((line) => line.n))
  const again = [entry(1), { ...entry(2), step: 4 }, { ...entry(3), step: 7 }]
  hear(scene(7, [], { cut: 0, n: 3, lines: again }))
  expect(steps(store)).toEqual([1, 4, 7])
  expect(store.seatView(0)!.fresh.map((one) => one.n)).toEqual([3])
  expect(heard).toEqual([3])
  store.close()
})

test('after a reconnect nothing stands twice', () => {
  const store = seated()
  hear(scene(2, [1, 2]))
  hear({ type: 'welcome', n: 2, table, chat: [] })
  hear(scene(2, [2]))
  expect(steps(store)).toEqual([1, 2])
  store.close()
})

test('a refusal stands until something happens', async () => {
  const store = seated()
  hear(scene(1, [1]))
  const kept = store.act(0, ['play 4'])
  const { id } = line.sent.at(-1)!
  hear({ type: 'refused', id, sentence: 'Your number must be larger.', rule: 'PD-5' })
  expect(await kept).toBe(false)
  expect(store.refused?.rule).toBe('PD-5')
  hear(scene(2, [2]))
  expect(store.refused).toBeNull()
  store.close()
})

test('what a seat saw is forgotten when one no longer sits there', () => {
  const store = seated()
  hear(scene(1, [1]))
  hear({ type: 'table', n: 1, table: { ...table, you: { who: 1, seats: [] } } })
  expect(store.seatView(0)).toBeUndefined()
  store.close()
})

test('what the teacher tells one seat stays until it is put away', () => {
  const store = seated()
  hear({ type: 'nudge', text: 'Is it even?' })
  hear(scene(1, [1]))
  expect(store.nudge).toBe('Is it even?')
})

test('a teacher who looks with the eyes of a seat does so again on a new line', async () => {
  const store = new TableStore('K7M2P', 'watch')
  const teaching = { ...table, you: { who: 1, seats: [], host: true } } as unknown as Table
  line.onopen()
  hear({ type: 'welcome', n: 0, table: teaching, chat: [] })
  const asked = store.watch(2)
  hear({ type: 'done', id: line.sent.at(-1)!.id, n: 1 })
  await asked
  hear(scene(1, [1], { seat: 2 }))
  hear({ type: 'table', n: 1, table: teaching })
  expect(store.seatView(2)?.step).toBe(1)
  hear({ type: 'welcome', n: 1, table: teaching, chat: [] })
  expect(line.sent.at(-1)).toMatchObject({ type: 'watch', seat: 2 })
})

test('hints stay open while others act beside, as they are now; whoever acts has done with them', async () => {
  const store = seated()
  hear(scene(1, [1], { cut: 0 }))
  const asked = store.hint(0)
  hear({ type: 'answer', id: line.sent.at(-1)!.id, rungs: ['Look.', 'There.'], of: 3 })
  await asked
  hear(scene(2, [2]))
  expect(store.hintSteps).toEqual(['Look.', 'There.'])
  expect(line.sent.at(-1)).toMatchObject({ type: 'hint', seat: 0, again: true })
  const first = line.sent.at(-1)!.id
  hear(scene(3, [3]))
  // What was thought for a position that is gone closes nothing.
  hear({ type: 'refused', id: first, sentence: 'Too late.', rule: '' })
  await vi.waitFor(() => expect(store.busy).toBe(false))
  expect(store.hintSteps).toEqual(['Look.', 'There.'])
  hear({ type: 'answer', id: line.sent.at(-1)!.id, rungs: ['Look.', 'Here.'], of: 3 })
  await vi.waitFor(() => expect(store.hintSteps).toEqual(['Look.', 'Here.']))
  const sent = line.sent.length
  void store.act(0, ['take'])
  hear(scene(4, [4]))
  expect(store.hintSteps).toEqual([])
  expect(line.sent.length).toBe(sent + 1)
  store.close()
})
