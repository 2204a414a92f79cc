import { expect, test } from 'vitest'
import { firstToOpen, markOf, severalGames, type ReviewTurn } from './review_turn_marks'

const find = (is_win: boolean) => ({ title: '', plays: [], note: '', is_win })
const turn = (part: Partial<ReviewTurn>): ReviewTurn => ({
  step: 0,
  game: 1,
  number: 1,
  played: '',
  failed: false,
  situation: '',
  hand: [],
  finds: [],
  finished: true,
  missed: '',
  position: null,
  ...part,
})

test('a turn that failed is marked so, whatever was found', () => {
  expect(markOf(turn({ failed: true, finds: [find(true)] }))).toBe('failed')
  expect(markOf(turn({ finds: [find(false)] }))).toBe('more')
  expect(markOf(turn({}))).toBe('')
})

test('the last missed win is looked at first, else the first mark', () => {
  expect(firstToOpen([turn({ finds: [find(true)] }), turn({ finds: [find(true)] }), turn({ failed: true })])).toBe(1)
  expect(firstToOpen([turn({}), turn({ failed: true }), turn({ finds: [find(false)] })])).toBe(1)
  expect(firstToOpen([turn({})])).toBe(-1)
})

test('the decisive turn is looked at before any other', () => {
  const turns = [turn({ finds: [find(true)], missed: 'game' }), turn({ finds: [find(true)] })]
  expect([firstToOpen(turns, 0), firstToOpen(turns, null), firstToOpen(turns)]).toEqual([0, 1, 1])
})

test('games are named where there are several', () => {
  expect(severalGames([turn({}), turn({ game: 2 })])).toBe(true)
  expect(severalGames([turn({}), turn({})])).toBe(false)
  expect(severalGames([])).toBe(false)
})
