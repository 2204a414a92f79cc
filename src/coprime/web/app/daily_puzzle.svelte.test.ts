import { beforeEach, expect, test, vi } from 'vitest'
import { currentDay, dayNumber, dayOfOrdinal, noonOf, ordinalOf } from './current_day.svelte'
import { countStreak, currentStreak, forgetDay, lastWeek, marksDone, recordStep, splitSteps, stepMarks } from './daily_puzzle.svelte'
import { exportAll, importAll } from './local_store.svelte'
import { dayOf, forgetPuzzles } from './puzzles.svelte'

beforeEach(() => {
  forgetPuzzles()
  forgetDay()
})

/** The days from `first` on: `+` done, `-` missed. */
const days = (first: number, marks: string): number[] => [...marks].flatMap((mark, i) => (mark === '+' ? [dayOfOrdinal(ordinalOf(first) + i)] : []))

test.each([
  ['', 20261109, 0],
  ['+', 20261101, 1],
  ['+++', 20261103, 3],
  // Today is not missed before it is over.
  ['+++', 20261104, 3],
  // One missed day is forgiven, and not counted; two in a row are not.
  ['+++', 20261105, 3],
  ['+++', 20261106, 0],
  ['++-+', 20261104, 3],
  ['++--+', 20261105, 1],
  // The second missed day within seven ends it; on the eighth one is forgiven again.
  ['++-++++-+', 20261109, 5],
  ['++-+++++-+', 20261110, 6],
  ['++-++++++-+', 20261111, 9],
  // A day that was missed before the first one is nothing to forgive.
  ['-+', 20261102, 1],
])('%s up to %i is a streak of %i', (marks, today, streak) => {
  expect(countStreak(days(20261101, marks), today)).toBe(streak)
})

test('a streak goes on over the ends of months and leap years', () => {
  expect(countStreak(days(20280227, '++++'), 20280301)).toBe(4)
  expect(countStreak(days(20261230, '++++'), 20270102)).toBe(4)
})

test('who crosses the date line keeps the streak, with a day twice or a day left out', () => {
  // From Tokyo to Honolulu: the 28th was done, and it is the 27th again.
  expect(countStreak(days(20261125, '++++'), 20261127)).toBe(4)
  // The other way the 28th is left out.
  expect(countStreak(days(20261125, '+++-+'), 20261129)).toBe(4)
})

test('days are those of the calendar, whatever clock changes there are', () => {
  expect(ordinalOf(20260330) - ordinalOf(20260329)).toBe(1)
  for (const day of [20260329, 20261025, 20260308, 20261101, 20280229]) {
    expect(dayNumber(noonOf(day))).toBe(day)
    expect(dayOfOrdinal(ordinalOf(day))).toBe(day)
  }
})

test('an open page sees midnight come', () => {
  vi.useFakeTimers()
  vi.setSystemTime(new Date(2026, 10, 27, 23, 59, 50))
  document.dispatchEvent(new Event('visibilitychange'))
  currentDay()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(currentDay()).toBe(20261127)
  vi.setSystemTime(new Date(2026, 10, 28, 0, 0, 1))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(currentDay()).toBe(20261128)
  vi.useRealTimers()
})

test('the steps of a day are kept, in order and once, and the last one makes it done', () => {
  recordStep(20261124, 0, 3, stepMarks(0, true), 0)
  recordStep(20261124, 0, 3, stepMarks(2, true), 0)
  recordStep(20261124, 1, 3, stepMarks(2, true), 1)
  expect([marksDone(20261124), dayOf(20261124)]).toEqual([['◆', '✕✕◆'], undefined])
  recordStep(20261124, 2, 3, stepMarks(0, false), 1)
  expect(dayOf(20261124)).toEqual({ marks: '◆ ✕✕◆ ✕', hints: 2 })
  expect(splitSteps(dayOf(20261124)!.marks)).toEqual(['◆', '✕✕◆', '✕'])
  expect(marksDone(20261125)).toEqual([])
  expect(currentStreak(20261124)).toBe(1)
  expect(lastWeek(20261124).map(({ done }) => done)).toEqual([false, false, false, false, false, false, true])
})

test('a streak moves to another device with a saved copy, and nothing else of a file is taken', () => {
  recordStep(20261124, 0, 1, '◆', 0)
  const copy = exportAll()
  forgetPuzzles()
  forgetDay()
  localStorage.clear()
  expect(importAll('no copy')).toBe(0)
  expect(importAll('[1]')).toBe(0)
  expect(importAll(JSON.stringify({ ...JSON.parse(copy), 'other.key': 1 }))).toBeGreaterThan(0)
  expect(JSON.parse(localStorage.getItem('coprime.puzzles')!).days).toEqual({ 20261124: { marks: '◆', hints: 0 } })
  expect(localStorage.getItem('other.key')).toBeNull()
})
