import { beforeEach, expect, test } from 'vitest'
import { forgetNumbers, isKnown, knownInAll, missed, missedProducts, missesOf, told } from './known.svelte'

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
