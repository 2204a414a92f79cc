import { isWhole, items, LocalStore } from './local_store.svelte'

/** What is needed of a line of the log. */
export interface JudgedLine {
  detail?: Readonly<Record<string, unknown>> | null
}

export interface MetPrime {
  n: number
  /** When first, in seconds since the epoch. */
  at: number
  game: string
}

/** The primes that were met at this device. */
const store = new LocalStore<MetPrime[]>('coprime.primes', (found) => items(found, (one): one is MetPrime => isWhole((one as MetPrime | null)?.n)))

/** Smallest first. */
export function primesMet(): MetPrime[] {
  return store.value
}

/** Puts a prime into the album. True if it was not there. */
export function recordPrime(n: number, game: string): boolean {
  if (store.value.some((other) => other.n === n)) return false
  store.change((met) => [...met.filter((other) => other.n !== n), { n, at: Math.floor(Date.now() / 1000), game }].sort((a, b) => a.n - b.n))
  return true
}

/** What the judge says in a line of the log of a number of one's own; nothing where it says nothing. */
export function judgedNumber({ detail }: JudgedLine, own: readonly number[]): { number: number; prime: boolean } | undefined {
  const judge = detail?.judge as { number?: unknown; prime?: unknown; seat?: unknown } | undefined
  if (typeof judge?.number !== 'number' || typeof judge.prime !== 'boolean' || !own.includes(judge.seat as number)) return undefined
  return { number: judge.number, prime: judge.prime }
}

/** One's own prime in a line of the log goes into the album. True for a new one. */
export function recordPrimeOfLine(line: JudgedLine, own: readonly number[], game: string): boolean {
  const judged = judgedNumber(line, own)
  return !!judged?.prime && recordPrime(judged.number, game)
}

export const forgetPrimes = (): void => store.forget()
