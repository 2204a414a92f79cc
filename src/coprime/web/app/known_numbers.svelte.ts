import { judgedIn, type Told } from './album.svelte'
import { isText, isWhole, items, Kept } from './local_store.svelte'
import { factorsOf } from './numbers'

/** Tries that are remembered of a number. */
export const LAST = 5
/** Numbers that are remembered; those that were met longest ago go first. */
const MOST = 1000
const TOLD = '+'
const MISSED = '-'

interface Tried {
  n: number
  /** The last tries, the newest at the end: `+` told right, `-` taken for the other. */
  marks: string
}

/** What somebody has said of numbers at this device: whether they are prime. The one that was met last is the last. */
const kept = new Kept<Tried[]>('coprime.numbers', (found) =>
  items(found, (one): one is Tried => isWhole((one as Tried | null)?.n) && isText((one as Tried).marks)),
)

/** Somebody has taken a number for prime or not prime, and was right or wrong. */
export function told(n: number, right: boolean): void {
  kept.change((known) => {
    const before = known.find((one) => one.n === n)?.marks ?? ''
    const marks = (before + (right ? TOLD : MISSED)).slice(-LAST)
    return [...known.filter((one) => one.n !== n), { n, marks }].slice(-MOST)
  })
}

type Said = Told & { step: number }

/** How far each log has been counted. */
const counted = new Map<string, number>()

/**
 * Counts what the judge says of one's own numbers in the log of a match, each line once. What stood there when this page
 * first saw the table, before what is news now, was counted when it happened.
 */
export function count(table: string, match: number, lines: readonly Said[], news: readonly Said[], own: readonly number[]): void {
  const log = `${table}.${match}`
  const last = lines.at(-1)?.step ?? 0
  const known = [...counted.keys()].some((one) => one.startsWith(`${table}.`))
  const from = counted.get(log) ?? (known ? -1 : (news[0]?.step ?? last + 1) - 1)
  for (const line of lines) {
    const judged = line.step > from && judgedIn(line, own)
    if (judged && judged.number > 1) told(judged.number, judged.prime)
  }
  counted.set(log, Math.max(from, last))
}

const marksOf = (n: number): string => kept.now.find((one) => one.n === n)?.marks ?? ''

/** How often a number was missed in the last tries; -1 when it was never met. */
export function missesOf(n: number): number {
  const marks = marksOf(n)
  return marks ? marks.split(MISSED).length - 1 : -1
}
/** The last try was right. */
export const isKnown = (n: number): boolean => marksOf(n).endsWith(TOLD)

/** What was missed in one of the last tries, and is not told right twice since: most often first. */
export function missed(): number[] {
  return kept.now
    .filter(({ marks }) => marks.includes(MISSED) && !marks.endsWith(TOLD + TOLD))
    .map(({ n }) => n)
    .sort((a, b) => missesOf(b) - missesOf(a) || a - b)
}
/** Products among them, which look like primes. */
export const missedProducts = (): number[] => missed().filter((n) => factorsOf(n).length > 1)

/** Numbers that were told right the last time. */
export const knownInAll = (): number => kept.now.filter(({ marks }) => marks.endsWith(TOLD)).length

export const forgetNumbers = (): void => kept.forget()
