import { beforeEach, expect, test } from 'vitest'
import { count, forgetNumbers, isKnown, knownInAll, missed, missedProducts, missesOf, told } from './known_numbers.svelte'

beforeEach(forgetNumbers)

test('what is missed is trained until it was told right twice', () => {
  expect(missesOf(51)).toBe(-1)
  told(51, false)
  told(57, false)
  told(57, false)
  told(97, false)
  expect(missed()).toEqual([57, 51, 97])
  expect(missedProducts()).toEqual([57, 51])
  told(57, true)
  expect([isKnown(57), missed()]).toEqual([true, [57, 51, 97]])
  told(57, true)
  expect([missesOf(57), missed(), knownInAll()]).toEqual([2, [51, 97], 1])
})

test('only the last five tries count', () => {
  told(91, false)
  for (let i = 0; i < 5; i++) told(91, true)
  expect([missesOf(91), missed()]).toEqual([0, []])
})

test('each line of a log counts once, and not what stood there when the page came', () => {
  const line = (step: number, number: number, prime: boolean, seat = 0) => ({ step, detail: { judge: { number, prime, seat } } })
  const log = [line(1, 51, false), line(2, 57, false, 1)]
  count('AAAAA', 1, log, [], [0])
  expect(missed()).toEqual([])
  log.push(line(3, 91, false), line(4, 97, true), line(5, 87, false, 1))
  for (let i = 0; i < 3; i++) count('AAAAA', 1, log, [], [0])
  expect([missed(), isKnown(97), missesOf(91)]).toEqual([[91], true, 1])
  count('AAAAA', 2, [line(1, 39, false)], [], [0])
  expect(missed()).toEqual([39, 91])
  // The page came after the 33, and hears the 69 as news.
  count('BBBBB', 1, [line(8, 33, false), line(9, 69, false)], [line(9, 69, false)], [0])
  expect(missed()).toEqual([39, 69, 91])
})
