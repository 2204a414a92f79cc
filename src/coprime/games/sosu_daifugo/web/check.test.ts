import { expect, test } from 'vitest'
import { costOf, lackOf } from './check'
import { parse, type Line } from './line'
import { read, runs } from './reading'
import { groups, type Area, type Rules, type Sosu } from './scene'

const HELD = Array<number>(14).fill(4)
const RULES: Rules = { most: 0, zero: true, composites: true, penalty: 'all', lone: true, pair: false, free: false, cut: true, turn: true }
const typed = (text: string) => parse(text, HELD) as Line
const area = (number: string, count: number): Area => ({ cards: [], below: [], count, owner: 1, number, joker: !number, line: '' })
const at = (more: Partial<Sosu> = {}, rules: Partial<Rules> = {}) =>
  ({ area: null, revolution: false, last: false, deck: 20, you: 0, seats: [{ cards: 3 }], ...more, rules: { ...RULES, ...rules } }) as Sosu

test.each([
  ['', 'empty'],
  ['8', ''],
  ['A', ''],
  ['TX', 'value'],
  ['X', ''],
  ['X|X=3', 'alone'],
  ['KK=A3*', 'unread'],
  ['KK=', 'unread'],
  ['2*3', 'unread'],
  ['KK=A3**3', 'unread'],
  ['X3|X=0', 'zero'],
  ['KK=X3*2|X=0', 'zero'],
  ['KK=A3*TX|X=A', ''],
])('on an empty table %s lacks: %s', (text, lack) => {
  expect(lackOf(typed(text), at())).toBe(lack)
})

test.each([
  ['KK', ''],
  ['QK', 'above'],
  ['QJ', 'above'],
  ['8', 'count'],
  ['KK=2', ''],
  ['X', 'count'],
])('above 1213 of two cards %s lacks: %s', (text, lack) => {
  expect(lackOf(typed(text), at({ area: area('1213', 2) }))).toBe(lack)
})

test('a revolution, a joker on top, a longest play and a last number', () => {
  expect(lackOf(typed('QJ'), at({ area: area('1213', 2), revolution: true }))).toBe('')
  expect(lackOf(typed('KK'), at({ area: area('1213', 2), revolution: true }))).toBe('below')
  expect(lackOf(typed('K'), at({ area: area('', 1) }))).toBe('joker')
  expect(lackOf(typed('2345'), at({}, { most: 3 }))).toBe('most')
  expect([lackOf(typed('23'), at({ last: true })), lackOf(typed('237'), at({ last: true }))]).toEqual(['whole', ''])
  expect([lackOf(typed('X'), at({}, { lone: false })), lackOf(typed('XX'), at({}, { pair: true })), lackOf(typed('XX'), at())]).toEqual(['value', '', 'value'])
})

test('a play of 71 digits is compared exactly', () => {
  const number = '9'.repeat(36)
  const play = typed('9999888877776666555544443333222')
  expect(lackOf(play, at({ area: area(number.slice(0, 31), 31) }))).toBe('above')
  expect(lackOf(play, at({ area: area(read(play).number.replace(/2$/, '1'), 31) }))).toBe('')
})

test('a failed play costs what was played, or what the deck still holds', () => {
  const play = typed('KK=A3*TX|X=A')
  expect(costOf(play, at())).toEqual({ shown: 2, factors: 4, drawn: 6 })
  expect(costOf(play, at({ deck: 5 })).drawn).toBe(5)
  expect(costOf(play, at({}, { penalty: 'shown' }))).toEqual({ shown: 2, factors: 0, drawn: 2 })
  expect(costOf(play, at({}, { penalty: 'one' }))).toEqual({ shown: 1, factors: 0, drawn: 1 })
  expect(costOf(play, at({}, { free: true })).drawn).toBe(0)
})

test('the line is read as numbers, and towers climb', () => {
  expect(read(typed('KK=A3*TX|X=A'))).toEqual({ number: '1313', shown: 2, factors: 4, open: false, lone: false })
  expect(read(typed('TX3')).number).toBe('10▢3')
  expect(runs(typed('T6=2^2^3').items).map(({ sign, number, level }) => sign || `${number}.${level}`)).toEqual(['106.0', '=', '2.0', '^', '2.1', '^', '3.2'])
})

test('digits stand in groups, none below five', () => {
  expect([groups('1213', 3), groups('61211', 3), groups('1048576', 4)]).toEqual([['1213'], ['61', '211'], ['104', '8576']])
})
