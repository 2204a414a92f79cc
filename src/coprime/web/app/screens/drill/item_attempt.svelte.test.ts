import { beforeEach, expect, test } from 'vitest'
import { forgetDrills, recordDrill } from '$app/drill_schedule.svelte'
import type { DrillItem, DrillQuestion } from '$app/drill_types'
import { explainWrong, groupedNumber, ItemAttempt } from './item_attempt.svelte'
import { chooseRound, ROUND } from './drill_round'

beforeEach(forgetDrills)

const VALUES: Record<string, string> = { A: '1', T: '10', J: '11', Q: '12', K: '13' }
const itemOf = (question: DrillQuestion, cards: string, answers: number[], number = 0): DrillItem => ({
  name: `${question}-${cards}`,
  question,
  title: [...cards].join(', '),
  ask: '',
  keys: [...cards].map((typed) => ({ figure: typed === 'T' ? '10' : typed, typed, digits: VALUES[typed] ?? typed })),
  number,
  answers,
  explanation: [],
})
const lay = (attempt: ItemAttempt, text: string) => [...text].map((letter) => attempt.type(letter))

test('cards are laid once each, by what is typed for them, and a number is tried only with all of them', () => {
  const attempt = new ItemAttempt(itemOf('primes', '28K', []))
  expect(lay(attempt, 'kk2')).toEqual([true, false, true])
  expect([attempt.digits, attempt.canTry]).toEqual(['132', false])
  attempt.try()
  expect(attempt.wrong).toEqual([])
  lay(attempt, '8')
  attempt.reverse()
  expect([attempt.digits, attempt.canTry]).toEqual(['8213', true])
  attempt.takeBack(0)
  expect(attempt.digits).toBe('213')
  attempt.clear()
  expect(attempt.digits).toBe('')
})

test('of equal cards the next one is laid, and 1 lays an ace', () => {
  const attempt = new ItemAttempt(itemOf('primes', 'AA7', []))
  expect(lay(attempt, '1a1')).toEqual([true, true, false])
  expect(attempt.line).toEqual([0, 1])
})

test('all answers without a wrong number are right; a missing one, and a wrong number, are not', () => {
  const found = (tries: string[]) => {
    const attempt = new ItemAttempt(itemOf('primes', '479', [947, 479]))
    for (const one of tries) {
      lay(attempt, one)
      attempt.try()
    }
    expect(attempt.isRight).toBe(false)
    attempt.finish()
    return [attempt.isRight, attempt.missed, attempt.wrong.map(({ n }) => n)]
  }
  expect(found(['479', '947', '479'])).toEqual([true, [], []])
  expect(found(['947'])).toEqual([false, [479], []])
  expect(found(['749', '947', '479', '749'])).toEqual([false, [], [749]])
})

test('where nothing is prime, to say so at once is right', () => {
  const attempt = new ItemAttempt(itemOf('primes', '28K', []))
  attempt.finish()
  expect(attempt.isRight).toBe(true)
})

test('where any prime is enough, the first one ends it, whatever was tried before; to give up shows an example', () => {
  const attempt = new ItemAttempt(itemOf('any', '2347K', [432713]))
  lay(attempt, 'K3742')
  attempt.try()
  expect([attempt.isOver, attempt.said?.why]).toEqual([false, 'It ends in 2, so 2 divides it.'])
  lay(attempt, '2347K')
  attempt.try()
  expect([attempt.isOver, attempt.isRight, attempt.found, attempt.missed, attempt.wrong.length]).toEqual([true, true, [234713], [], 1])
  const shown = new ItemAttempt(itemOf('any', '2347K', [432713]))
  shown.finish()
  expect([shown.isRight, shown.missed]).toEqual([false, [432713]])
})

test('a number that is judged is ended by either answer', () => {
  for (const [answers, prime] of [
    [[1831], true],
    [[], false],
  ] as const) {
    const yes = new ItemAttempt(itemOf('judge', '', [...answers], 1831))
    yes.try()
    expect([yes.isOver, yes.isRight]).toEqual([true, prime])
    const no = new ItemAttempt(itemOf('judge', '', [...answers], 1831))
    no.finish()
    expect(no.isRight).toBe(!prime)
  }
})

test('digits are typed where there are no cards, none of them a leading 0', () => {
  const attempt = new ItemAttempt(itemOf('factors', '', [819457, 2], 13111312))
  expect(lay(attempt, '0a20')).toEqual([false, false, true, true])
  expect(attempt.digits).toBe('20')
})

test('a wrong number is told with what is wrong of it', () => {
  const told = (item: DrillItem, n: number) => {
    const { ask, why, whole, factors } = explainWrong(item, n)
    return [ask, why, whole, factors]
  }
  expect(told(itemOf('primes', '479', []), 497)).toEqual(['497 is not prime.', '7 × 71 is 497.', 497, [7, 71]])
  expect(told(itemOf('smallest', 'AAA7', [1117]), 1171)).toEqual(['1171 is prime, but not the smallest.', 'A smaller one is there.', 1171, []])
  expect(told(itemOf('quadruplet', '28', [82]), 28)).toEqual(['28 and 7 make 287, which is not prime.', '7 × 41 is 287.', 287, [7, 41]])
  const factors = itemOf('factors', '', [819457, 2], 13111312)
  expect(told(factors, 7)[1]).toBe(`${groupedNumber(13111312)} divided by 7 leaves 4.`)
  expect(told(factors, 4)).toEqual(['4 is not prime.', 'It ends in 4, so 2 divides it.', 4, [2, 2]])
  expect(told(factors, 1)[0]).toBe('1 is not prime.')
})

test('large numbers are written in groups', () => {
  expect([9999, 10000, 13111312].map((n) => groupedNumber(n).replaceAll('\u202f', ' '))).toEqual(['9999', '10 000', '13 111 312'])
})

test('a round asks what is due first, then what is new, and at most twelve', () => {
  const names = Array.from({ length: 20 }, (_, i) => `item-${i}`)
  for (const name of names.slice(0, 9)) recordDrill('game', name, true, 20261101)
  recordDrill('game', 'item-3', false, 20260101)
  recordDrill('game', 'item-7', false, 20250101)
  for (let i = 0; i < 20; i++) {
    const round = chooseRound('game', names)
    expect(round.slice(0, 2)).toEqual(['item-7', 'item-3'])
    expect(round.slice(2).every((name) => names.indexOf(name) >= 9)).toBe(true)
    expect([round.length, new Set(round).size]).toEqual([ROUND, ROUND])
  }
})
