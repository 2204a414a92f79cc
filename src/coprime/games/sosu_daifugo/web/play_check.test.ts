import { expect, test } from 'vitest'
import { costOf, lackOf } from './play_check'
import { parseLine, type Line } from './play_line'
import { readLine, splitIntoRuns } from './line_numbers'
import { groupDigits, type Rules, type Sosu, type Wanted } from './scene'

const HELD = Array<number>(14).fill(4)
const RULES: Rules = { zero: true, composites: true, penalty: 'all', free: false, cut: true, turn: true }
const WANTED: Wanted = { count: 0, most: 0, above: '', below: '', beatable: true, plain: false, alone: [1] }
const typed = (text: string) => parseLine(text, HELD) as Line
const wanted = (more: Partial<Wanted> = {}) => ({ wanted: { ...WANTED, ...more } })
const at = (more: Partial<Sosu> = {}, rules: Partial<Rules> = {}) => ({ deck: 20, ...more, rules: { ...RULES, ...rules } }) as Sosu

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
  expect(lackOf(typed(text), wanted())).toBe(lack)
})

test.each([
  ['KK', ''],
  ['QK', 'above'],
  ['QJ', 'above'],
  ['8', 'count'],
  ['KK=2', ''],
  ['X', 'count'],
])('above 1213 of two cards %s lacks: %s', (text, lack) => {
  expect(lackOf(typed(text), wanted({ count: 2, above: '1213' }))).toBe(lack)
})

test('below a number, on a joker, at most so many cards, and the whole hand', () => {
  expect(lackOf(typed('QJ'), wanted({ count: 2, below: '1213' }))).toBe('')
  expect(lackOf(typed('KK'), wanted({ count: 2, below: '1213' }))).toBe('below')
  expect([lackOf(typed('K'), wanted({ count: 1, beatable: false })), lackOf(typed('X'), wanted({ count: 1, beatable: false }))]).toEqual(['joker', 'joker'])
  expect(lackOf(typed('2345'), wanted({ most: 3 }))).toBe('most')
  const last = wanted({ count: 3, plain: true, alone: [] })
  expect([lackOf(typed('23'), last), lackOf(typed('237'), last), lackOf(typed('237=2'), last), lackOf(typed('X'), last)]).toEqual([
    'whole',
    '',
    'whole',
    'value',
  ])
  expect([lackOf(typed('X'), wanted({ alone: [] })), lackOf(typed('XX'), wanted({ alone: [1, 2] })), lackOf(typed('XX'), wanted())]).toEqual([
    'value',
    '',
    'value',
  ])
})

test('a play of 71 digits is compared exactly', () => {
  const play = typed('9999888877776666555544443333222')
  expect(lackOf(play, wanted({ count: 31, above: '9'.repeat(31) }))).toBe('above')
  expect(lackOf(play, wanted({ count: 31, above: readLine(play).number.replace(/2$/, '1') }))).toBe('')
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
  expect(readLine(typed('KK=A3*TX|X=A'))).toEqual({ number: '1313', shown: 2, factors: 4, open: false, lone: false })
  expect(readLine(typed('TX3')).number).toBe('10▢3')
  expect(splitIntoRuns(typed('T6=2^2^3').items).map(({ sign, number, level }) => sign || `${number}.${level}`)).toEqual([
    '106.0',
    '=',
    '2.0',
    '^',
    '2.1',
    '^',
    '3.2',
  ])
})

test('digits stand in groups, none below five', () => {
  expect([groupDigits('1213', 3), groupDigits('61211', 3), groupDigits('1048576', 4)]).toEqual([['1213'], ['61', '211'], ['104', '8576']])
})
