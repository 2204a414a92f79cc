import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Absences } from './absence_countdowns'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the seconds until a bot plays are counted here, and never below none', () => {
  const absences = new Absences([
    { seat: 0, bot_in: null },
    { seat: 1, bot_in: 48 },
  ])
  expect([0, 1, 2].map((seat) => absences.secondsLeft(seat))).toEqual([null, 48, null])
  vi.advanceTimersByTime(1500)
  expect(absences.secondsLeft(1)).toBe(47)
  vi.advanceTimersByTime(60_000)
  expect(absences.secondsLeft(1)).toBe(0)
})
