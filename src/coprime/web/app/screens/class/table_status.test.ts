import { expect, test } from 'vitest'
import type { Pupil } from '$app/class_api'
import {
  awaitedNames,
  countByRule,
  pupilsAskingForHelp,
  countNumbers,
  countFailures,
  assignGroups,
  summarizeRound,
  groupMembers,
  type SeatStatus,
  type TableStatus,
} from './table_status'

const seat = (name: string, more: Partial<SeatStatus> = {}): SeatStatus => ({
  seat: 0,
  name,
  turn: false,
  person: true,
  own: false,
  gone: false,
  calls: false,
  ...more,
})
const table = (n: number, more: Partial<TableStatus> = {}): TableStatus => ({
  n,
  code: `T${n}`,
  state: 'playing',
  idleSeconds: 5,
  seats: [seat('Ada', { turn: true }), seat('Ben')],
  last: '',
  tried: { numbers: [], others: 0 },
  refused: [],
  ...more,
})

test('the longest wait matters most, then who asks, then who is gone', () => {
  const gone = table(1, { seats: [seat('Cem', { gone: true })] })
  const asks = table(2, { seats: [seat('Dana', { calls: true })] })
  const stuck = table(3, { idleSeconds: 95 })
  const longer = table(4, { idleSeconds: 140 })
  expect(summarizeRound([gone, asks, stuck, longer]).look).toBe(longer)
  expect(summarizeRound([gone, asks, stuck]).look).toBe(stuck)
  expect(summarizeRound([gone, asks]).look).toBe(asks)
  expect(summarizeRound([gone, table(5)]).look).toBe(gone)
  expect(summarizeRound([table(5)]).look).toBeNull()
})

test('nobody is told to wait for themselves', () => {
  expect(awaitedNames(table(1, { seats: [seat('Ms Frost', { turn: true, own: true }), seat('Ada', { turn: true })] }))).toEqual(['Ada'])
  expect(awaitedNames(table(1, { seats: [seat('Ms Frost', { turn: true, own: true }), seat('Ada')] }))).toEqual([])
})

test('a table that stands still for a reason is not stuck', () => {
  for (const state of ['paused', 'over', 'lost'] as const) expect(summarizeRound([table(1, { state, idleSeconds: 500 })]).longest).toBeNull()
  expect(summarizeRound([table(1, { idleSeconds: 89 })]).longest).toBeNull()
  expect(summarizeRound([table(1, { idleSeconds: 90 })]).longest?.n).toBe(1)
})

test('tables that play on are counted without those that need somebody', () => {
  const asks = table(2, { seats: [seat('Dana', { calls: true })] })
  const found = summarizeRound([table(1), asks, table(3, { idleSeconds: 100 }), table(4, { state: 'over' }), table(5, { state: 'paused' })])
  expect(found).toMatchObject({ on: 1, over: 1, paused: 1 })
})

test('nobody asks or is gone at a table that is over', () => {
  const over = table(1, { state: 'over', seats: [seat('Ada', { calls: true, gone: true })] })
  expect(summarizeRound([over])).toMatchObject({ asking: [], gone: [], look: null })
})

test('people are waited for before bots', () => {
  const bot = seat('bot', { person: false, turn: true })
  expect(awaitedNames(table(1, { seats: [bot, seat('Ada', { turn: true })] }))).toEqual(['Ada'])
  expect(awaitedNames(table(1, { seats: [bot, seat('Ada')] }))).toEqual(['bot'])
})

test('who calls from a lesson stands by how long they have waited', () => {
  const pupil = (name: string, called: number) => ({ name, called }) as Pupil
  expect(pupilsAskingForHelp([pupil('Ada', 30), pupil('Ben', 0), pupil('Cem', 20)]).map(({ name }) => name)).toEqual(['Cem', 'Ada'])
})

test('what went wrong is counted by number, without names', () => {
  const line = (mark: 'failed' | 'prime', judge: object | null) => ({ step: 1, n: 1, seat: 0, text: 'Ada plays 57.', mark, detail: judge && { judge } })
  const found = countFailures([line('failed', { number: 57, prime: false }), line('failed', null), line('prime', { number: 7, prime: true })])
  expect(found).toEqual({ numbers: [57], others: 1 })
  expect(countNumbers([87, 57, 51, 57])).toEqual([
    { number: 57, n: 2 },
    { number: 51, n: 1 },
    { number: 87, n: 1 },
  ])
})

test('refusals are counted by rule, and the last sentence is told', () => {
  const said = (rule: string, sentence: string) => ({ seat: 0, acts: [], rule, sentence })
  expect(countByRule([said('AB-2', '7 is too small.'), said('AB-1', 'Not yet.'), said('AB-2', '5 is too small.')])).toEqual([
    { rule: 'AB-2', sentence: '5 is too small.', n: 2 },
    { rule: 'AB-1', sentence: 'Not yet.', n: 1 },
  ])
})

test('groups by hand: who has none fills up the first with room', () => {
  const groups = assignGroups(['Ada', 'Ben', 'Cem', 'Dana'], { Cem: 1, Dana: 3 }, 2)
  expect(groupMembers(groups)).toEqual([['Cem', 'Ada'], ['Ben'], ['Dana']])
})
