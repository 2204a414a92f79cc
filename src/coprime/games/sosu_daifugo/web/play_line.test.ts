import { expect, test } from 'vitest'
import {
  all,
  deleteBeforeCaret,
  canOperate,
  clear,
  declareJoker,
  EMPTY,
  fitLineToHand,
  goTo,
  playLabels,
  layCard,
  move,
  lineNotation,
  insertOperator,
  parseLine,
  remove,
  cardsNotOnLine,
  reverse,
  shiftCard,
  step,
  tapCard,
  type Line,
} from './play_line'
import { KINDS, type Kind } from './scene'

/** A hand of these cards. */
const hand = (cards: string) => KINDS.map((kind) => [...cards].filter((one) => one === kind).length)
const HELD = hand('A23345KKTX')
const laid = (cards: string, held = HELD) => [...cards].reduce((line, kind) => layCard(line, held, kind as Kind), EMPTY)
const text = (line: Line) => `${lineNotation(line.items.slice(0, line.caret))},${lineNotation(line.items.slice(line.caret))}`
const idOf = (line: Line, at: number) => line.items[at]!.id
const typed = (text: string, held = HELD) => parseLine(text, held) as Line

test('a card leaves its place and stands at the caret', () => {
  const line = laid('5KK')
  expect([lineNotation(line.items), cardsNotOnLine(HELD, line)[KINDS.indexOf('K')]]).toEqual(['5KK', 0])
  expect(layCard(line, HELD, 'K')).toBe(line)
  expect(text(layCard(goTo(line, 1), HELD, 'T'))).toBe('5T,KK')
})

test('a tap raises a card, the next card stands in front of it, and a second tap takes it out', () => {
  const line = laid('8TK', hand('8TK9'))
  const raised = tapCard(line, idOf(line, 1))
  expect([text(raised), raised.picked]).toEqual(['8,TK', true])
  expect(text(layCard(raised, hand('8TK9'), '9'))).toBe('89,TK')
  expect(text(tapCard(raised, idOf(line, 1)))).toBe('8,K')
})

test('Backspace takes the raised card or the one before the caret, Delete the one behind it', () => {
  const line = laid('23K')
  expect(text(deleteBeforeCaret(line))).toBe('23,')
  expect(text(deleteBeforeCaret(tapCard(line, idOf(line, 0))))).toBe(',3K')
  expect(text(remove(goTo(line, 1)))).toBe('2,K')
  expect(deleteBeforeCaret(EMPTY)).toBe(EMPTY)
})

test('cards move along the line, and stay raised', () => {
  const line = laid('23K')
  expect(text(move(line, idOf(line, 2), 0))).toBe(',K23')
  expect(text(shiftCard(line, -1))).toBe('2,K3')
  expect(text(shiftCard(shiftCard(line, -1), -5))).toBe(',K23')
  expect(text(step(step(line, -2), 9))).toBe('23K,')
})

test('all other cards stand at the caret in order, jokers last, and the joker is asked for', () => {
  const line = laid('4')
  const whole = all(tapCard(line, idOf(line, 0)), HELD)
  expect(lineNotation(whole.items)).toBe('A2335TKKX4')
  expect(whole.items.find(({ id }) => id === whole.asking)?.sign).toBe('X')
  expect(all(whole, HELD)).toBe(whole)
})

test('the order turns around; what was cleared comes back', () => {
  const line = laid('23K')
  expect(text(reverse(line))).toBe('K32,')
  const none = clear(line)
  expect([none.items.length, text(clear(none))]).toEqual([0, '23K,'])
  expect(clear(layCard(none, HELD, 'A')).cleared.length).toBe(1)
  const factors = insertOperator(line, '=')
  expect(reverse(factors)).toBe(factors)
})

test('factors follow one equals sign, × and ^ follow a card behind it', () => {
  expect(insertOperator(EMPTY, '=')).toBe(EMPTY)
  let line = laid('KK')
  expect([canOperate(line, '*'), canOperate(line, '=')]).toEqual([false, true])
  line = insertOperator(line, '=')
  expect([canOperate(line, '*'), canOperate(line, '^')]).toEqual([false, false])
  line = insertOperator(layCard(line, HELD, 'A'), '*')
  expect(text(line)).toBe('KK=A*,')
  expect(text(insertOperator(line, '='))).toBe('KK,=A*')
  expect(text(insertOperator(insertOperator(line, '='), '='))).toBe('KK=A*,')
})

test('a joker is asked for its value, may be asked again, and keeps it while others come', () => {
  let line = declareJoker(laid('TX'), 1)
  expect([lineNotation(line.items), line.asking]).toEqual(['TX|X=A', null])
  line = declareJoker(tapCard(line, idOf(line, 1)), 0)
  expect(lineNotation(layCard(line, HELD, 'K').items)).toBe('TKX|X=0')
  expect(laid('X').asking).not.toBe(null)
  expect(laid('XK').asking).toBe(null)
})

test('what the hand does not hold any more leaves the line', () => {
  const line = laid('K3K')
  expect(fitLineToHand(line, HELD)).toBe(line)
  expect(text(fitLineToHand(line, hand('K3')))).toBe('K3,')
  expect(fitLineToHand(line, hand('A'))).toBe(EMPTY)
})

test.each([
  ['KK=A3*TX|X=A', 'KK=A3*TX|X=A'],
  ['k k = 1 3 x 10 X | X=1', 'KK=A3*TX|X=A'],
  ['ＫＫ＝Ａ３×ＴＸ｜Ｘ＝１３', 'KK=A3*TX|X=K'],
  ['B:[R]D(4)KK=A3*TX|X=0,P(57)', 'KK=A3*TX|X=0'],
  ['A:X[IN]', 'X'],
  ['A3#', 'A3'],
  ['23^', '23^'],
  ['', ''],
])('%s is read as people write it', (written, line) => {
  expect(lineNotation(typed(written).items)).toBe(line)
})

test.each([
  ['2B', 'sign', 'B'],
  ['0', 'sign', '0'],
  ['222', 'card', '2'],
  ['2|X=A', 'value', 'X=A'],
  ['X|X=14', 'value', 'X=14'],
])('%s is refused with what is wrong', (written, why, part) => {
  expect(parseLine(written, HELD)).toEqual({ why, text: part })
})

test('a play of more than twelve signs is laid first, every part with its own jokers', () => {
  const many = hand('23456789TJQKXXA')
  expect(playLabels(typed('23456789TJQK', many))).toEqual(['play 23456789TJQK'])
  expect(playLabels(typed('X3456789TJQKAX|X=2|X=0', many))).toEqual(['add X3456789TJQK|X=2', 'play AX|X=0'])
  expect(playLabels(typed('23', many), '57')).toEqual(['clear', 'play 23'])
  expect(playLabels(typed('XX|X=?|X=3', many))).toEqual(['play XX|X=?|X=3'])
})
