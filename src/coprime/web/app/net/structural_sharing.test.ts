import { expect, test } from 'vitest'
import { shareStructure } from './structural_sharing'

/** As a message comes: nothing of it is known by identity. */
const fresh = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
const card = (id: string, fits = true) => ({ id, factors: [2, 3], print: { clues: [1, 7] }, fits })

test('what says the same is the same object, and what does not is not', () => {
  const before = { hand: [card('6')], area: { number: 57 }, deck: 9, why: null }
  const now = shareStructure(before, fresh({ ...before, area: { number: 61 } }))
  expect(now).toEqual({ ...before, area: { number: 61 } })
  expect(now).not.toBe(before)
  expect(now.hand).toBe(before.hand)
  expect(now.area).not.toBe(before.area)
  expect(before.area, 'what was before stays as it was').toEqual({ number: 57 })
  expect(shareStructure(before, fresh(before))).toBe(before)
})

test('cards that move up in a hand are the same cards', () => {
  const before = ['1', '4', '6', '6', '12', '13'].map((id) => card(id))
  const played = shareStructure(before, fresh([before[0], before[3], before[5]] as typeof before))
  expect(played).toEqual([card('1'), card('6'), card('13')])
  expect([played[0], played[1], played[2]].map((one) => before.indexOf(one!))).toEqual([0, 2, 5])
  const drawn = shareStructure(before, fresh([before[0]!, card('2'), ...before.slice(1)]))
  expect(drawn.map((one) => before.indexOf(one))).toEqual([0, -1, 1, 2, 3, 4, 5])
})

test('of a card that has changed the rest is kept', () => {
  const before = [card('1'), card('4')]
  const now = shareStructure(before, fresh([card('1'), card('4', false)]))
  expect(now).toEqual([card('1'), card('4', false)])
  expect(now[0]).toBe(before[0])
  expect(now[1]!.print).toBe(before[1]!.print)
})

test.each([
  [[], {}],
  [{}, []],
  [null, {}],
  [{ a: null }, { a: {} }],
  [{ a: 1 }, { b: 1 }],
  [{ a: 1 }, { a: 1, b: 2 }],
  [
    { a: 1, b: 2 },
    { a: 1, c: 2 },
  ],
  [
    [1, 2, 3],
    [1, 2],
  ],
  [
    [1, 2],
    [2, 1],
  ],
  [[[1]], [[1], [1]]],
])('%j is not %j', (before: unknown, now: unknown) => {
  expect(shareStructure(fresh(before), fresh(now))).toEqual(now)
  expect(shareStructure(before, fresh(now))).not.toBe(before)
})
