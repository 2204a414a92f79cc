import { isWhole, items, Kept } from './local_store.svelte'

/** What is needed of a line of the log. */
export interface Told {
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

/** What the judge says in a line of the log of a number of one's own; nothing where it says nothing. */
export function judgedIn({ detail }: Told, own: readonly number[]): { number: number; prime: boolean } | undefined {
  const judge = detail?.judge as { number?: unknown; prime?: unknown; seat?: unknown } | undefined
  if (typeof judge?.number !== 'number' || typeof judge.prime !== 'boolean' || !own.includes(judge.seat as number)) return undefined
  return { number: judge.number, prime: judge.prime }
}

/** One's own prime in a line of the log goes into the album. True for a new one. */
export function meetIn(line: Told, own: readonly number[], game: string): boolean {
  const judged = judgedIn(line, own)
  return !!judged?.prime && meet(judged.number, game)
}

export const forgetPrimes = (): void => kept.forget()
