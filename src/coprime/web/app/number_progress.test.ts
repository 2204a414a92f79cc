import { beforeEach, expect, test } from 'vitest'
import { forgetPrimes, primesMet } from './prime_album.svelte'
import { forgetNumbers, isKnown, missedNumbers } from './known_numbers.svelte'
import { learnAnswer, learnNumbers } from './number_progress'

beforeEach(() => {
  forgetNumbers()
  forgetPrimes()
})

test('primes of an exercise come into the album, products and misses only into the numbers', () => {
  learnNumbers([{ met: [[42, '+'], [7, '+'], [47, '']] }, {}, { met: [[51, '-'], [53, '-']] }], 'pebbles') // prettier-ignore
  expect(primesMet().map(({ n, game }) => [n, game])).toEqual([
    [7, 'pebbles'],
    [47, 'pebbles'],
  ])
  expect([isKnown(42), isKnown(7), missedNumbers()]).toEqual([true, true, [51, 53]])
})

test('an answer to the class counts once, when the right one is shown, and not what was over before', () => {
  const question = { n: 1, number: 91, moment: null, mine: 0, right: 1, factors: [7, 13] }
  learnAnswer({ ...question, shown: true })
  expect(missedNumbers()).toEqual([])
  learnAnswer({ ...question, shown: false })
  expect(missedNumbers()).toEqual([])
  for (const _ of [1, 2]) learnAnswer({ ...question, shown: true })
  expect(missedNumbers()).toEqual([91])
  learnAnswer({ ...question, n: 2, mine: null, shown: false })
  learnAnswer({ ...question, n: 2, mine: null, shown: true })
  expect(missedNumbers()).toEqual([91])
})
