import { t } from '$app/messages'
import { factorsOf, formatList, primesUpTo } from '$app/number_format'

/** Numbers in a round. */
export const ROUND = 10
/** Of those at most so many that were missed before. */
const AGAIN = 5
/** How far up the numbers reach, by how many somebody tells right: so many, and up to where. */
const REACH: [known: number, last: number][] = [
  [0, 100],
  [20, 300],
  [60, 1000],
]

export const isPrime = (n: number): boolean => factorsOf(n).length === 1

/** A number that one has to look at: neither even nor ending in 5, and of more than one digit. */
const looksPrime = (n: number): boolean => n > 10 && n % 2 !== 0 && n % 5 !== 0

/**
 * The numbers of a round: what was missed, then others, half of all of them primes as far as that goes.
 * `random` gives numbers from 0 up to 1.
 */
export function drawRound(missed: readonly number[], known: number, random: () => number = Math.random): number[] {
  const last = REACH.findLast(([least]) => known >= least)![1]
  const again = missed.slice(0, AGAIN)
  const fresh = shuffle(
    Array.from({ length: last + 1 }, (_, n) => n).filter((n) => looksPrime(n) && !again.includes(n)),
    random,
  )
  const primes = fresh.filter(isPrime).slice(0, Math.max(0, ROUND / 2 - again.filter(isPrime).length))
  const products = fresh.filter((n) => !isPrime(n)).slice(0, ROUND - again.length - primes.length)
  return shuffle([...again, ...primes, ...products], random)
}

function shuffle<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** How it can be seen whether a number above 1 is prime, from its prime factors; `write` writes its products. */
export function reasonText(n: number, factors: readonly number[] = factorsOf(n), write: (n: number) => string = String): string {
  const [p = n] = factors
  if (factors.length === 1) {
    const next = primesUpTo(n + 2).find((one) => one * one > n) ?? 2
    const tried = primesUpTo(next - 1)
    return tried.length ? t('train.prime', { n, next, square: next * next, tried: formatList(tried, t('and')), many: tried.length }) : t('train.small', { n })
  }
  if (p === 2 || p === 5) return t('train.digit', { p, digit: n % 10 })
  if (p === 3) {
    const digits = [...String(n)]
    return t(digits.length > 1 ? 'train.sum' : 'train.times', {
      p,
      q: n / p,
      n,
      sum: digits.join(' + '),
      is: digits.reduce((sum, digit) => sum + Number(digit), 0),
    })
  }
  return t('train.times', { p: write(p), q: write(n / p), n: write(n) })
}
