import { expect, test } from 'vitest'
import { factorsOf as byTrial } from '$app/number_format'
import { factorsOf, isPrime } from './primality'

const product = (factors: readonly number[]) => factors.reduce((whole, one) => whole * one, 1)

test('small numbers are judged and taken apart as by trial', () => {
  for (let n = 2; n < 20_000; n++) {
    expect(factorsOf(n), String(n)).toEqual(byTrial(n))
    expect(isPrime(n)).toBe(byTrial(n).length === 1)
  }
  expect([0, 1].map(isPrime)).toEqual([false, false])
})

test('no number fools the tests: strong pseudoprimes to the first bases, Carmichael numbers, squares of primes', () => {
  for (const n of [2047, 1373653, 25326001, 3215031751, 2152302898747, 3474749660383, 341550071728321, 561, 410041, 999983 ** 2, 31622743 ** 2]) {
    expect(isPrime(n), String(n)).toBe(false)
    const factors = factorsOf(n)
    expect(product(factors)).toBe(n)
    expect(factors.length > 1 && factors.every(isPrime)).toBe(true)
  }
})

test('large primes, and products of two large primes', () => {
  for (const p of [61043, 999999999989, 99999999999973, 999999999999989, 9007199254740881]) expect([isPrime(p), factorsOf(p)]).toEqual([true, [p]])
  expect(factorsOf(31622743 * 31622741)).toEqual([31622741, 31622743])
  expect(factorsOf(2 * 3 * 999983 * 1000003)).toEqual([2, 3, 999983, 1000003])
})
