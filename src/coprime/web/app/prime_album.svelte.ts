/** The album: primes that somebody has met or made, kept on this device. */
import { isWhole, validItems, LocalStore } from './local_store.svelte'
import { factorsOf } from './number_format'

/** The part of a line of the log that holds what its reader met there. */
export interface NumbersLine {
  met?: readonly (readonly [number: number, sign: string])[]
}

export interface MetPrime {
  n: number
  /** When first, in seconds since the epoch. */
  at: number
  game: string
}

/** The primes that were met at this device. */
const store = new LocalStore<MetPrime[]>('coprime.primes', (found) => validItems(found, (one): one is MetPrime => isWhole((one as MetPrime | null)?.n)))

/** Smallest first. */
export function primesMet(): MetPrime[] {
  return store.value
}

/** Put a prime into the album. Returns true if it was not there. */
export function recordPrime(n: number, game: string): boolean {
  if (store.value.some((other) => other.n === n)) return false
  store.change((met) => [...met.filter((other) => other.n !== n), { n, at: Math.floor(Date.now() / 1000), game }].sort((a, b) => a.n - b.n))
  return true
}

/** Put the primes of a line into the album, unless they were taken for something else. Returns the new ones. */
export function recordPrimesOfLine({ met = [] }: NumbersLine, game: string): number[] {
  return met.filter(([n, sign]) => sign !== '-' && factorsOf(n).length === 1 && recordPrime(n, game)).map(([n]) => n)
}

export const forgetPrimes = (): void => store.forget()
