import { isWhole, items, Kept } from './kept.svelte'

/** What is needed of a line of the log. */
interface Told {
  detail?: Readonly<Record<string, unknown>> | null
}

export interface Met {
  n: number
  /** When first, in seconds since the epoch. */
  at: number
  game: string
}

/** The primes that were met at this device. */
const kept = new Kept<Met[]>('coprime.primes', (found) => items(found, (one): one is Met => isWhole((one as Met | null)?.n)))

/** Smallest first. */
export function primesMet(): Met[] {
  return kept.now
}

/** Puts a prime into the album. True if it was not there. */
export function meet(n: number, game: string): boolean {
  if (kept.now.some((other) => other.n === n)) return false
  kept.change((met) => [...met.filter((other) => other.n !== n), { n, at: Math.floor(Date.now() / 1000), game }].sort((a, b) => a.n - b.n))
  return true
}

/** One's own prime in a line of the log goes into the album, where the judge has found it to be one. True for a new one. */
export function meetIn({ detail }: Told, own: readonly number[], game: string): boolean {
  const judge = detail?.judge as { number?: unknown; prime?: unknown; seat?: unknown } | undefined
  return judge?.prime === true && typeof judge.number === 'number' && own.includes(judge.seat as number) && meet(judge.number, game)
}

export const forgetPrimes = (): void => kept.forget()
