import { expect, test } from 'vitest'
import { factorsOf } from '$app/number_format'
import { isPrime, reasonText, drawRound, ROUND } from './number_drill'

const byDivision = (n: number) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0)

test('the factors of a number multiply to it, and are primes', () => {
  for (let n = 2; n < 1200; n++) {
    const factors = factorsOf(n)
    expect(factors.reduce((a, b) => a * b, 1)).toBe(n)
    expect(factors.every(byDivision)).toBe(true)
    expect(isPrime(n)).toBe(byDivision(n))
  }
})

test('what is said of a number is true of it', () => {
  const said = new Set<string>()
  for (let n = 4; n < 1200; n++) {
    const text = reasonText(n)
    const figures = [...text.replaceAll(',', ' ').matchAll(/\d+/g)].map(Number)
    if (/divides? it\.$/.test(text) && text.includes('ends in')) {
      const [digit, p] = figures as [number, number]
      expect([n % 10, n % p]).toEqual([digit, 0])
      said.add('digit')
    } else if (text.includes('+')) {
      const sum = figures.at(-2)!
      expect([figures.slice(0, -2).reduce((a, b) => a + b), sum % 3, figures.at(-1), n % 3]).toEqual([sum, 0, 3, 0])
      expect(figures.slice(0, -2).join('')).toBe(String(n))
      said.add('sum')
    } else if (text.includes('more than')) {
      const whole = text.replaceAll(',', '')
      const [, next, again, square] = /(\d+) × (\d+) is (\d+) more than/.exec(whole)!.map(Number) as [number, number, number, number]
      const tried = [...text.split('not divide')[0]!.matchAll(/\d+/g)].map(Number)
      expect([next, square, square > n, tried.at(-1)! ** 2 <= n]).toEqual([again, next * next, true, true])
      expect(tried).toEqual(Array.from({ length: next }, (_, d) => d).filter(byDivision))
      expect(tried.every((p) => n % p !== 0)).toBe(true)
      said.add('prime')
    } else {
      const [p, q, is] = figures as [number, number, number]
      expect([p * q, is]).toEqual([n, n])
      said.add('times')
    }
  }
  expect(said.size).toBe(4)
})

test('a round begins with what was missed, and half of it are primes', () => {
  const missed = [51, 91, 97]
  for (let i = 0; i < 200; i++) {
    const numbers = drawRound(missed, 30)
    expect(new Set(numbers).size).toBe(ROUND)
    expect(missed.every((n) => numbers.includes(n))).toBe(true)
    expect(numbers.filter(isPrime)).toHaveLength(ROUND / 2)
    expect(Math.max(...numbers)).toBeLessThanOrEqual(300)
  }
  expect(Math.max(...drawRound([], 0))).toBeLessThanOrEqual(100)
  expect(drawRound([7, 11, 13, 17, 19, 23], 0).filter(isPrime)).toHaveLength(5)
})
