import { expect, test } from 'vitest'
import type { LogLine } from '$app/table/contract'
import { bumpsOf, spreadNotes } from './bumped_pawns'
import type { PawnScene } from './scene'

const PAWNS = ['0a', '0b', '1a', '1b'].map((id) => ({ id, start: 0 }) as PawnScene)
const line = (seat: LogLine['seat'], ...moves: [string, number, number, boolean?][]): LogLine => ({
  step: 1,
  n: 1,
  seat,
  text: '',
  mark: '',
  detail: { moves: moves.map(([pawn, from, to, home = false]) => ({ pawn, from, to, home })) },
})

test('a bump says who, from where, to where, and by whom, once the other has arrived', () => {
  expect(bumpsOf([line(0, ['0a', 22, 26], ['1b', 26, 0])], PAWNS)).toEqual([{ pawn: '1b', from: 26, to: 0, by: 0, wait: 360 }])
})

test('one that moves back by itself, goes home or changes places is not bumped', () => {
  expect(bumpsOf([line(0, ['0a', 4, 0]), line(0, ['0a', 99, 101, true]), line(1, ['0a', 5, 9], ['1a', 9, 5])], PAWNS)).toEqual([])
})

test('a card that sends somebody back is one as well', () => {
  expect(bumpsOf([line(0, ['1a', 40, 0])], PAWNS)).toEqual([{ pawn: '1a', from: 40, to: 0, by: 0, wait: 0 }])
})

test('a note stands where it happened, and near others beside it', () => {
  expect(spreadNotes([])).toEqual([])
  expect(spreadNotes([50])).toEqual([50])
  expect(spreadNotes([2, 60])).toEqual([10, 60])
  expect(spreadNotes([9, 2, 30])).toEqual([28, 10, 46])
  expect(spreadNotes([95, 97, 50])).toEqual([72, 90, 50])
  expect(spreadNotes([80, 85, 90, 95, 99])).toEqual([18, 36, 54, 72, 90])
})
