import type { NumbersLine } from './prime_album.svelte'
import { isText, isWhole, validItems, LocalStore } from './local_store.svelte'
import { factorsOf } from './number_format'

/** Tries that are remembered of a number. */
export const LAST = 5
/** Numbers that are remembered; those that were met longest ago go first. */
const MOST = 1000
const TOLD = '+'
const MISSED = '-'

interface NumberRecord {
  n: number
  /** The last tries, the newest at the end: `+` judged right, `-` judged wrong; '' where it was met and not judged. */
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

/** Store that a number was met, in a sum or on a card, and not judged. */
export function recordMet(n: number): void {
  if (!store.value.some((one) => one.n === n)) store.change((known) => [...known.filter((one) => one.n !== n), { n, marks: '' }].slice(-MOST))
}

/** Count what somebody met in a line: in a match, a lesson or a puzzle. */
export function countLine({ met = [] }: NumbersLine): void {
  for (const [n, sign] of met) {
    if (n < 2) continue
    if (sign) recordAnswer(n, sign === TOLD)
    else recordMet(n)
  }
}

export type NumbersLineAtStep = NumbersLine & { step: number }

/** How far each log has been counted. */
const countedSteps = new Map<string, number>()

/**
 * Counts the numbers in the log of a seat in a match, each line once. What stood there when this page first saw the
 * table, before what is news now, was counted when it happened.
 */
export function countLines(table: string, seat: number, match: number, lines: readonly NumbersLineAtStep[], news: readonly NumbersLineAtStep[]): void {
  const place = `${table}.${seat}.`
  const last = lines.at(-1)?.step ?? 0
  const known = [...countedSteps.keys()].some((one) => one.startsWith(place))
  const from = countedSteps.get(place + match) ?? (known ? -1 : (news[0]?.step ?? last + 1) - 1)
  lines.filter((line) => line.step > from).forEach(countLine)
  countedSteps.set(place + match, Math.max(from, last))
}

const marksOf = (n: number): string => store.value.find((one) => one.n === n)?.marks ?? ''

/** How often a number was missed in the last tries; -1 when it was never met. */
export function missesOf(n: number): number {
  const marks = marksOf(n)
  return marks ? marks.split(MISSED).length - 1 : -1
}
/** It was met, in a sum or on a card, and never judged. */
export const isOnlyMet = (n: number): boolean => store.value.some((one) => one.n === n && !one.marks)
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
