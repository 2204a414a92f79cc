import { expect, test } from 'vitest'
import { choosePractice } from './next_practice'

const nothing = { numbers: [], puzzles: [], lessons: [], open: 25 }
const puzzles = [
  { game: 'acorns', n: 0 },
  { game: 'pebbles', n: 2 },
  { game: 'shells', n: 3 },
]
const lessons = [
  { game: 'acorns', left: 0 },
  { game: 'pebbles', left: 4 },
  { game: 'marbles', left: 1 },
]

test('numbers that were missed come first, the three missed most', () => {
  expect(choosePractice({ numbers: [51, 91, 57, 39], puzzles, lessons, open: 3 })).toEqual({ what: 'numbers', numbers: [51, 91, 57], href: '/primes/train' })
})
test('then puzzles, of the game where most were missed', () => {
  expect(choosePractice({ ...nothing, puzzles, lessons }).href).toBe('/puzzles/shells?again')
})
test('then the course that has least left, and not one that is through', () => {
  expect(choosePractice({ ...nothing, lessons })).toEqual({ what: 'lessons', game: 'marbles', n: 1, href: '/learn/marbles?begin' })
})
test('then primes that are not known; whoever knows them all gets the puzzle of the day', () => {
  expect([choosePractice(nothing).href, choosePractice({ ...nothing, open: 0 }).href]).toEqual(['/primes/train', '/puzzles/day'])
})
