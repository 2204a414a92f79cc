import { beforeEach, expect, test } from 'vitest'
import {
  addOwnItem,
  countKnownItems,
  drillState,
  dueItems,
  forgetDrills,
  keepPosition,
  keptPositions,
  MOST_OWN,
  ownItems,
  recordDrill,
  removeOwnItem,
  removePosition,
} from './drill_schedule.svelte'

beforeEach(forgetDrills)

/** On which of the next days an item is due. */
const dueDays = (from: number, to: number, name = 'a') =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((day) => dueItems('game', day).includes(name))

test('what is right at first stays, and is never due', () => {
  recordDrill('game', 'a', true, 20261101)
  expect(drillState('game', 'a')).toBe('known')
  expect(dueDays(20261101, 20261130)).toEqual([])
})

test('what was missed comes back after one day, after three and after nine, and then stays', () => {
  recordDrill('game', 'a', false, 20261101)
  expect(dueItems('game', 20261101)).toEqual([])
  expect(dueItems('game', 20261102)).toEqual(['a'])
  recordDrill('game', 'a', true, 20261102)
  expect(dueDays(20261102, 20261105)).toEqual([20261105])
  recordDrill('game', 'a', true, 20261105)
  expect(dueDays(20261105, 20261114)).toEqual([20261114])
  expect(drillState('game', 'a')).toBe('missed')
  recordDrill('game', 'a', true, 20261114)
  expect(drillState('game', 'a')).toBe('known')
  expect(dueDays(20261114, 20261130)).toEqual([])
})

test('a miss begins anew, and what is known can be missed', () => {
  recordDrill('game', 'a', false, 20261101)
  recordDrill('game', 'a', true, 20261102)
  recordDrill('game', 'a', false, 20261103)
  expect(dueDays(20261103, 20261105)).toEqual([20261104, 20261105])
  recordDrill('game', 'b', true, 20261103)
  recordDrill('game', 'b', false, 20261103)
  expect(dueItems('game', 20261104)).toEqual(['a', 'b'])
})

test('a right answer before the day changes nothing, and one that is late counts from then on', () => {
  recordDrill('game', 'a', false, 20261101)
  recordDrill('game', 'a', true, 20261101)
  expect(dueItems('game', 20261102)).toEqual(['a'])
  recordDrill('game', 'a', true, 20261110)
  expect(dueDays(20261110, 20261113)).toEqual([20261113])
})

test('days go over the end of a month and of a year', () => {
  recordDrill('game', 'a', false, 20261231)
  expect(dueItems('game', 20270101)).toEqual(['a'])
})

test('what is due longest comes first, and games have items of their own', () => {
  recordDrill('game', 'a', false, 20261102)
  recordDrill('game', 'b', false, 20261101)
  recordDrill('other', 'c', false, 20261101)
  expect(dueItems('game', 20261110)).toEqual(['b', 'a'])
  expect(countKnownItems('game', ['a', 'b'])).toBe(0)
})

test('own items are kept once each, and can be taken away', () => {
  const item = { name: 'primes-479', text: '479', title: '4, 7, 9' }
  addOwnItem('game', item)
  addOwnItem('game', item)
  addOwnItem('game', { name: 'primes-28K', text: '28K', title: '2, 8, K' })
  expect(ownItems('game').map(({ text }) => text)).toEqual(['479', '28K'])
  removeOwnItem('game', 'primes-479')
  expect(ownItems('game').map(({ text }) => text)).toEqual(['28K'])
})

test('positions of own matches are kept once each beside own items, the latest ones', () => {
  const position = (n: number) => ({ name: `win-${n}`, title: 'A9', text: `hand=A9 cards=2,${n}` })
  keepPosition('game', position(1))
  keepPosition('game', position(1))
  addOwnItem('game', { name: 'primes-479', text: '479', title: '4, 7, 9' })
  expect(keptPositions('game')).toEqual([position(1)])
  expect(keptPositions('other')).toEqual([])
  removePosition('game', 'win-1')
  expect([keptPositions('game').length, ownItems('game').length]).toEqual([0, 1])
  for (let n = 0; n < MOST_OWN + 5; n++) keepPosition('game', position(n))
  expect([keptPositions('game').length, keptPositions('game')[0]!.name]).toEqual([MOST_OWN, 'win-5'])
})
