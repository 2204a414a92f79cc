import { isWhole, validItems, LocalStore } from './local_store.svelte'

/** The part of a line of the log that holds a judgement. */
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

/** Read from a line of the log how the judge ruled on a number of one's own; undefined where it did not. */
export function judgedNumber({ detail }: JudgedLine, own: readonly number[]): { number: number; prime: boolean } | undefined {
  const judge = detail?.judge as { number?: unknown; prime?: unknown; seat?: unknown } | undefined
  if (typeof judge?.number !== 'number' || typeof judge.prime !== 'boolean' || !own.includes(judge.seat as number)) return undefined
  return { number: judge.number, prime: judge.prime }
}

/** Put one's own prime in a line of the log into the album. Returns true for a new one. */
export function recordPrimeOfLine(line: JudgedLine, own: readonly number[], game: string): boolean {
  const judged = judgedNumber(line, own)
  return !!judged?.prime && recordPrime(judged.number, game)
}

export const forgetPrimes = (): void => store.forget()
