/** The primes that were met at this device: kept here, never sent. */
const PLACE = 'coprime.primes'

export interface Met {
  n: number
  /** When first, in seconds since the epoch. */
  at: number
  game: string
}

function load(): Met[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(kept) ? (kept as Met[]).filter((met) => Number.isSafeInteger(met?.n)) : []
  } catch {
    return []
  }
}

let met: Met[] = $state.raw(load())

/** Smallest first. */
export function primesMet(): Met[] {
  return met
}

/** Puts a prime into the album. True if it was not there. */
export function meet(n: number, game: string): boolean {
  if (met.some((other) => other.n === n)) return false
  met = [...met, { n, at: Math.floor(Date.now() / 1000), game }].sort((a, b) => a.n - b.n)
  keep()
  return true
}

export function forgetPrimes(): void {
  met = []
  keep()
}

function keep(): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(met))
  } catch {
    // A private window may keep nothing; the album then lasts as long as the page.
  }
}
