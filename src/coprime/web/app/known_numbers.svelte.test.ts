import { beforeEach, expect, test } from 'vitest'
import {
  countLine,
  countLines,
  forgetNumbers,
  isKnown,
  isOnlyMet,
  countKnown,
  missedNumbers,
  missedProducts,
  missesOf,
  recordAnswer,
} from './known_numbers.svelte'

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
  const line = (step: number, n: number, sign: '+' | '-' | '') => ({ step, met: [[n, sign] as const] })
  const log = [line(1, 51, '-')]
  countLines('AAAAA', 0, 1, log, [])
  expect(missedNumbers()).toEqual([])
  log.push(line(3, 91, '-'), line(4, 97, '+'))
  for (let i = 0; i < 3; i++) countLines('AAAAA', 0, 1, log, [])
  expect([missedNumbers(), isKnown(97), missesOf(91)]).toEqual([[91], true, 1])
  countLines('AAAAA', 0, 2, [line(1, 39, '-')], [])
  expect(missedNumbers()).toEqual([39, 91])
  // The page came after the 33, and hears the 69 as news.
  countLines('BBBBB', 0, 1, [line(8, 33, '-'), line(9, 69, '-')], [line(9, 69, '-')])
  expect(missedNumbers()).toEqual([39, 69, 91])
})

test('two people at one device have logs of their own, each counted', () => {
  const log = (n: number) => [{ step: 4, met: [[n, '-'] as const] }]
  countLines('CCCCC', 0, 1, [], [])
  countLines('CCCCC', 1, 1, [], [])
  countLines('CCCCC', 0, 1, log(51), log(51))
  countLines('CCCCC', 1, 1, log(57), log(57))
  expect(missedNumbers()).toEqual([51, 57])
})

test('what was met and not judged is neither known nor missed, until it is judged', () => {
  countLine({ met: [[47, '']] })
  expect([isOnlyMet(47), isKnown(47), missesOf(47), missedNumbers(), countKnown()]).toEqual([true, false, -1, [], 0])
  countLine({ met: [[47, '+']] })
  countLine({ met: [[47, '']] })
  expect([isOnlyMet(47), isKnown(47)]).toEqual([false, true])
})
