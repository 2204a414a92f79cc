/** The stroke of a prime: 11 and up share one. */
export function stroke(prime: number): string {
  return prime === 2 || prime === 3 || prime === 5 || prime === 7 ? `f${prime}` : 'f11'
}

export function product(factors: readonly number[]): string {
  return factors.join(' × ')
}
