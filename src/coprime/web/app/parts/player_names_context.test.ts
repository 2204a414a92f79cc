import { expect, it } from 'vitest'
import { keepEquationsTogether } from '$app/furigana'
import { keepGroupsTogether, keepNumbersTogether, splitNumberedName, splitSentence } from './player_names_context'

const numbers = (text: string, names: string[] = []) => splitSentence(text, names).flatMap((piece) => (piece.number ? [piece.text] : []))

it('finds numbers and factorisations', () => {
  expect(numbers('511 = 7 × 73 is not prime; 101 is.')).toEqual(['511 = 7 × 73', '101'])
  expect(numbers(keepEquationsTogether('511 = 7 × 73.'))).toEqual(['511\u00a0=\u00a07\u00a0×\u00a073'])
  expect(
    splitSentence('You play 127.', [])
      .map((piece) => piece.text)
      .join(''),
  ).toBe('You play 127.')
})

it('leaves the digits of cards to the cards', () => {
  expect(numbers('Finch plays TX6K, X = 7: 107 613. Prime.')).toEqual(['107 613'])
  expect(numbers('You play 8855QQKJ.')).toEqual([])
  expect(numbers('1 plays Q9 = 3 × 43: 129 = 3 × 43. Right.', ['1'])).toEqual(['129 = 3 × 43'])
  expect(numbers('You play 44 = 2^2 × AX, X = A: 44 = 2^2 × 11. Right.')).toEqual(['44', '2', '2', '11'])
  expect(numbers('You play TK = 10 × 2A. You draw 5 cards.')).toEqual(['5'])
  expect(numbers('5枚 5s, DF-14, +3点')).toEqual(['5', '5', '14', '3'])
})

it('cuts no number that is written in groups', () => {
  expect(numbers('1 048 576 = 2^20.')).toEqual(['1 048 576', '2', '20'])
  expect(numbers('121 165 = 5 × 11 × 2203.')).toEqual(['121 165', '5', '11', '2203'])
  expect(numbers('12 1165は素数ではありません。')).toEqual(['12 1165'])
})

it('ends no line between a Japanese name and its number', () => {
  const said = (text: string) =>
    splitSentence(text, [])
      .map((piece) => piece.text)
      .join('')
  expect(said('イモリ 1点、シギ −2点、モグラ +3点。')).toBe('イモリ\u00a01点、シギ\u00a0−2点、モグラ\u00a0+3点。')
  expect(said('You draw 2 cards.')).toBe('You draw 2 cards.')
})

it('leaves the number of a word with a reading to the word', () => {
  expect(splitSentence('スペ3返しで2点。', ['スペ3返し']).map((piece) => piece.text)).toEqual(['スペ3返しで', '2', '点。'])
})

it('leaves the number of a name to the name', () => {
  expect(numbers('Osprey 94 plays 94.', ['Osprey 94', 'Finch'])).toEqual(['94'])
  expect(numbers('R2 (D2) takes 2.', ['R2 (D2)'])).toEqual(['2'])
  expect(numbers('Nia 12 starts.', ['Nia 1', 'Nia 12'])).toEqual([])
  expect(numbers('12 Nia plays 112.', ['2 Nia', '12 Nia'])).toEqual(['112'])
  expect(numbers(keepNumbersTogether('After 100 hands: Osprey 94 322, Finch −3.'), ['Osprey 94', 'Finch'])).toEqual(['100', '322', '3'])
})

it('knows the number that tells a name from the same name of somebody else', () => {
  expect(splitNumberedName('Anna (2)')).toEqual({ stem: 'Anna', number: ' (2)' })
  expect(splitNumberedName('R2 (D2)')).toEqual({ stem: 'R2 (D2)', number: '' })
  expect(splitNumberedName('Finch 12')).toEqual({ stem: 'Finch 12', number: '' })
})

it('keeps the groups of a number on one line, but for a long one', () => {
  expect(keepGroupsTogether('12 611')).toBe('12\u202f611')
  expect(keepGroupsTogether('1 2611')).toBe('1\u202f2611')
  expect(keepGroupsTogether('123 456 789 012 345 677')).toBe('123 456 789 012 345 677')
})
