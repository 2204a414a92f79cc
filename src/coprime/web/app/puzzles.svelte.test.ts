import { beforeEach, expect, test } from 'vitest'
import { recordDay, dayOf, forgetPuzzles, missedOf, recordPuzzle, countSolved, solvedOf } from './puzzles.svelte'

beforeEach(forgetPuzzles)

test('a puzzle is solved or missed, and a later try counts', () => {
  recordPuzzle('a', 3, false)
  expect(missedOf('a')).toEqual([3])
  recordPuzzle('a', 3, true)
  recordPuzzle('b', 0, true)
  expect([solvedOf('a'), missedOf('a'), countSolved()]).toEqual([[3], [], 2])
  recordPuzzle('a', 3, false)
  expect(solvedOf('a')).toEqual([3])
})

test('the puzzle of a day counts as it was met first', () => {
  recordDay(20261122, { marks: '✕◆', hints: 1 })
  recordDay(20261122, { marks: '◆', hints: 0 })
  expect(dayOf(20261122)).toEqual({ marks: '✕◆', hints: 1 })
  expect(dayOf(20261123)).toBeUndefined()
})
