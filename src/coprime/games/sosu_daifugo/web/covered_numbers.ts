import type { LogLine } from '$app/table/contract'
import type { Area, Verdict } from './scene'

/** The verdict that a line of the log has, in a list. */
export const verdictOf = ({ detail }: LogLine): Verdict[] => (detail?.verdict ? [detail.verdict as Verdict] : [])

/** The numbers that lie below the last play, the newest first, by the verdicts so far. */
export function listVerdictsBelow(area: Area | null, verdicts: readonly Verdict[]): string[] {
  let cards = area?.below.length ?? 0
  const numbers: string[] = []
  for (const { count, number } of verdicts
    .filter(({ stands }) => stands)
    .slice(0, -1)
    .toReversed()) {
    if (cards < count) break
    cards -= count
    numbers.push(number)
  }
  return numbers
}
