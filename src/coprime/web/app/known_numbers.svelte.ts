import { judgedNumber, type JudgedLine } from './album.svelte'
import { isText, isWhole, validItems, LocalStore } from './local_store.svelte'
import { factorsOf } from './numbers'

/** Tries that are remembered of a number. */
export const LAST = 5
/** Numbers that are remembered; those that were met longest ago go first. */
const MOST = 1000
const TOLD = '+'
const MISSED = '-'

interface NumberRecord {
  n: number
  /** The last tries, the newest at the end: `+` judged right, `-` judged wrong. */
  marks: string
}

/** How somebody at this device has judged numbers: prime or not. The number that was met last is the last. */
const store = new LocalStore<NumberRecord[]>('coprime.numbers', (found) =>
  validItems(found, (one): one is NumberRecord => isWhole((one as NumberRecord | null)?.n) && isText((one as NumberRecord).marks)),
)

/** Store whether somebody judged a number right: prime, or not prime. */
export function recordAnswer(n: number, right: boolean): void {
  store.change((known) => {
    const before = known.find((one) => one.n === n)?.marks ?? ''
    const marks = (before + (right ? TOLD : MISSED)).slice(-LAST)
    return [...known.filter((one) => one.n !== n), { n, marks }].slice(-MOST)
  })
}

type JudgedLineAtStep = JudgedLine & { step: number }

/** How far each log has been counted. */
const countedSteps = new Map<string, number>()

/**
 * Counts what the judge says of one's own numbers in the log of a match, each line once. What stood there when this page
 * first saw the table, before what is news now, was counted when it happened.
 */
export function countJudgedLines(
  table: string,
  match: number,
  lines: readonly JudgedLineAtStep[],
  news: readonly JudgedLineAtStep[],
  own: readonly number[],
): void {
  const log = `${table}.${match}`
  const last = lines.at(-1)?.step ?? 0
  const known = [...countedSteps.keys()].some((one) => one.startsWith(`${table}.`))
  const from = countedSteps.get(log) ?? (known ? -1 : (news[0]?.step ?? last + 1) - 1)
  for (const line of lines) {
    const judged = line.step > from && judgedNumber(line, own)
    if (judged && judged.number > 1) recordAnswer(judged.number, judged.prime)
  }
  countedSteps.set(log, Math.max(from, last))
}

const marksOf = (n: number): string => store.value.find((one) => one.n === n)?.marks ?? ''

/** How often a number was missed in the last tries; -1 when it was never met. */
export function missesOf(n: number): number {
  const marks = marksOf(n)
  return marks ? marks.split(MISSED).length - 1 : -1
}
/** The last try was right. */
export const isKnown = (n: number): boolean => marksOf(n).endsWith(TOLD)

/** Numbers that were judged wrong in one of the last tries and not right twice since, the most often missed first. */
export function missedNumbers(): number[] {
  return store.value
    .filter(({ marks }) => marks.includes(MISSED) && !marks.endsWith(TOLD + TOLD))
    .map(({ n }) => n)
    .sort((a, b) => missesOf(b) - missesOf(a) || a - b)
}
/** Products among them, which look like primes. */
export const missedProducts = (): number[] => missedNumbers().filter((n) => factorsOf(n).length > 1)

/** How many numbers were judged right the last time. */
export const countKnown = (): number => store.value.filter(({ marks }) => marks.endsWith(TOLD)).length

export const forgetNumbers = (): void => store.forget()
