import { beforeEach, expect, test } from 'vitest'
import { countJudgedLines, forgetNumbers, isKnown, countKnown, missedNumbers, missedProducts, missesOf, recordAnswer } from './known_numbers.svelte'

beforeEach(forgetNumbers)

test('what is missed is trained until it was told right twice', () => {
  expect(missesOf(51)).toBe(-1)
  recordAnswer(51, false)
  recordAnswer(57, false)
  recordAnswer(57, false)
  recordAnswer(97, false)
  expect(missedNumbers()).toEqual([57, 51, 97])
  expect(missedProducts()).toEqual([57, 51])
  recordAnswer(57, true)
  expect([isKnown(57), missedNumbers()]).toEqual([true, [57, 51, 97]])
  recordAnswer(57, true)
  expect([missesOf(57), missedNumbers(), countKnown()]).toEqual([2, [51, 97], 1])
})

test('only the last five tries count', () => {
  recordAnswer(91, false)
  for (let i = 0; i < 5; i++) recordAnswer(91, true)
  expect([missesOf(91), missedNumbers()]).toEqual([0, []])
})

test('each line of a log counts once, and not what stood there when the page came', () => {
  const line = (step: number, number: number, prime: boolean, seat = 0) => ({ step, detail: { judge: { number, prime, seat } } })
  const log = [line(1, 51, false), line(2, 57, false, 1)]
  countJudgedLines('AAAAA', 1, log, [], [0])
  expect(missedNumbers()).toEqual([])
  log.push(line(3, 91, false), line(4, 97, true), line(5, 87, false, 1))
  for (let i = 0; i < 3; i++) countJudgedLines('AAAAA', 1, log, [], [0])
  expect([missedNumbers(), isKnown(97), missesOf(91)]).toEqual([[91], true, 1])
  countJudgedLines('AAAAA', 2, [line(1, 39, false)], [], [0])
  expect(missedNumbers()).toEqual([39, 91])
  // The page came after the 33, and hears the 69 as news.
  countJudgedLines('BBBBB', 1, [line(8, 33, false), line(9, 69, false)], [line(9, 69, false)], [0])
  expect(missedNumbers()).toEqual([39, 69, 91])
})
