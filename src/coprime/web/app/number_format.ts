/** Arithmetic of small numbers, and lists and figures as the page's language writes them. */
import { t } from '$app/messages'

/** The primes up to `last`, for the tables that help may show. */
export function primesUpTo(last: number): number[] {
  const composite = new Uint8Array(last + 1)
  const found: number[] = []
  for (let n = 2; n <= last; n++) {
    if (composite[n]) continue
    found.push(n)
    for (let m = n * n; m <= last; m += n) composite[m] = 1
  }
  return found
}

/** The prime factors of a whole number above 1, smallest first, each as often as it divides. */
export function factorsOf(n: number): number[] {
  const found: number[] = []
  let left = n
  for (let d = 2; d * d <= left; d++)
    while (left % d === 0) {
      found.push(d)
      left /= d
    }
  return left > 1 ? [...found, left] : found
}

/** Format a list in the page's language: "2, 3, 5", or "2, 3 and 5" with a word before the last. */
export function formatList(parts: readonly (string | number)[], and = ''): string {
  const comma = t('list.between')
  if (!and || parts.length < 2) return parts.join(comma)
  return t('list.last', { first: parts.slice(0, -1).join(comma), and, last: parts.at(-1)! })
}

/** Join sentences to one text; empty ones are left out. */
export const joinSentences = (sentences: readonly (string | number | false)[]): string => sentences.filter(Boolean).join(t('list.sentences'))

/** Format milliseconds as 1:42. */
export function formatMinutes(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
