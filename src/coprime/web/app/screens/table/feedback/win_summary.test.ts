import { expect, test } from 'vitest'
import type { LogLine } from '$app/net/wire_messages'
import { confettiSpots, describeWin, MOST_CONFETTI } from './win_summary'

const line = (seat: LogLine['seat'], detail: LogLine['detail']): LogLine => ({ step: 1, n: 1, seat, text: '', mark: '', detail })
const over = (...winners: number[]) => ({ title: '', text: '', winners })
const LINES = [line(0, { primes: [7, 43] }), line(1, { primes: [101] }), line(0, { primes: [43, 113] }), line('chance', { primes: [3] }), line(0, null)]

test('the winner sees their largest prime and their own primes, each once', () => {
  expect(describeWin(LINES, over(0), 0)).toEqual({ largest: { prime: 113, seat: 0 }, own: [113, 43, 7] })
})

test('another seat sees the winner’s largest prime and its own primes; a spectator those of the winner', () => {
  expect(describeWin(LINES, over(0), 1)).toEqual({ largest: { prime: 113, seat: 0 }, own: [101] })
  expect(describeWin(LINES, over(0), null).own).toEqual([113, 43, 7])
})

test('what was sent back was not played', () => {
  const lines = [line(0, { primes: [5, 11] }), line(1, { returned: { seat: 0, primes: [5, 11] } }), line(0, { primes: [5] })]
  expect(describeWin(lines, over(0), 0)).toEqual({ largest: { prime: 5, seat: 0 }, own: [5] })
})

test('without primes there is a crown alone', () => {
  expect(describeWin([line(0, {})], over(0), 0)).toEqual({ largest: null, own: [] })
})

test('the words in the middle are left free', () => {
  for (const lying of [false, true])
    for (const [left, top] of Array.from({ length: MOST_CONFETTI }, (_, i) => confettiSpots(i + 1, lying)).flat())
      expect(lying ? Math.abs(left - 50) > 20 : Math.abs(top - 50) > 14, `${left} ${top}`).toBe(true)
})

test('few cards stand evenly around the middle', () => {
  for (const lying of [false, true])
    for (const count of lying ? [2, 4] : [1, 2, 3, 4]) {
      const spots = confettiSpots(count, lying)
      expect(spots).toHaveLength(count)
      expect(
        spots.reduce((sum, [left]) => sum + left - 50, 0),
        `${count} ${lying}`,
      ).toBe(0)
    }
})
