/** The stroke of a prime: 11 and up share one. A number that is no prime has none. */
export function strokeName(n: number): string {
  if (n === 2 || n === 3 || n === 5 || n === 7) return `f${n}`
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return ''
  return 'f11'
}

export function productText(factors: readonly number[]): string {
  return factors.join(' × ')
}
