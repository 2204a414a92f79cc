import { beforeEach, expect, test, vi } from 'vitest'
import { MoveTimes } from '$app/net/move_deadlines'
import type { Table, Vacation } from '$app/net/wire_messages'
import { vacationNotice, vacationState } from './vacation_state'

const DAY = 86_400
const nothing: Vacation = { asked: null, now: null, log: [] }

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['performance'] })
})

/** What a page of some seats reads, whose person has that number; Ada, Bo and Cy sit at the table. */
function page(vacation: Partial<Vacation>, who: number, seats: number[]) {
  const days = { hours: 24, stands: !!vacation.now, left: {}, vacation: { ...nothing, ...vacation } }
  const table = { days, you: { who, seats }, seats: ['Ada', 'Bo', 'Cy'].map((name, seat) => ({ name, seat })) } as unknown as Table
  return { table, moveTimes: new MoveTimes(days) }
}
const asked = { who: 1, name: 'Ada', days: 3, left: DAY, asked: [1, 2], agreed: [1] }

test('a question is answered once, by those who are asked', () => {
  const [ada, bo, cy, watcher] = [page({ asked }, 1, [0]), page({ asked }, 2, [1]), page({ asked }, 3, [2]), page({ asked }, 4, [])]
  expect([ada, bo, cy, watcher].map((one) => vacationState(one).answers)).toEqual([false, false, true, false])
  expect([ada, bo].map((one) => vacationState(one).own)).toEqual([true, false])
  expect(vacationState(cy)).toMatchObject({ kind: 'asked', others: 'Bo agrees.' })
  expect(vacationState(cy).text).toBe('Ada asks for a vacation of 3 days. Time for answers: 24 h left; no answer means no.')
  expect(vacationNotice(cy)).toContain('Ada asks for a vacation')
  expect([ada, bo, watcher].map(vacationNotice)).toEqual(['', '', ''])
})

test('the days are counted down although the clock of moves stands', () => {
  const bo = page({ now: { who: 1, name: 'Ada', left: 3 * DAY, ending: [] } }, 2, [1])
  expect(vacationNotice(bo)).toBe('Vacation for Ada: the clock stands, 3 days left.')
  vi.advanceTimersByTime(2.5 * DAY * 1000)
  expect(vacationNotice(bo)).toBe('Vacation for Ada: the clock stands, 12 h left.')
})

test('who would like to play on is named, and says it only once', () => {
  const now = { who: 1, name: 'Ada', left: DAY, ending: [1, 2] }
  expect(vacationState(page({ now }, 1, [0]))).toMatchObject({ own: true, others: 'Bo and Cy would like to play on.' })
  expect(vacationState(page({ now }, 2, [1])).answers).toBe(false)
  expect(vacationState(page({ now: { ...now, ending: [] } }, 2, [1])).answers).toBe(true)
})

test('without any there is nothing to say', () => {
  expect(vacationState(page({}, 1, [0])).kind).toBe('none')
  expect(vacationNotice({ table: { ...page({}, 1, [0]).table, days: null }, moveTimes: new MoveTimes(null) })).toBe('')
})
