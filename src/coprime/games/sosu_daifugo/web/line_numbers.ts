/** What a line says as numbers. It reads cards side by side, and neither multiplies nor knows a prime. */
import { isCard, isJoker, shownEnd, type Item, type Line } from './play_line'
import { valueOf } from './scene'

/** A joker without a value, among digits. */
export const UNKNOWN = '▢'

const digits = (one: Item): string => (isJoker(one) ? (one.value === null ? UNKNOWN : String(one.value)) : String(valueOf(one.sign)))

/** Cards of one number, or the sign between two. */
export interface Run {
  /** '' for a number of cards. */
  sign: '' | '=' | '*' | '^'
  items: readonly Item[]
  /** What the cards make. */
  number: string
  /** How high an exponent stands: 1, and 2 or more in a tower. */
  level: number
}

/** The line in runs. */
export function splitIntoRuns(items: readonly Item[]): Run[] {
  const found: { sign: Run['sign']; items: Item[]; number: string; level: number }[] = []
  let level = 0
  for (const one of items) {
    if (!isCard(one)) {
      level = one.sign === '^' ? level + 1 : 0
      found.push({ sign: one.sign as Run['sign'], items: [one], number: '', level: 0 })
      continue
    }
    const last = found.at(-1)
    if (last && !last.sign) {
      last.items.push(one)
      last.number += digits(one)
    } else found.push({ sign: '', items: [one], number: digits(one), level })
  }
  return found
}

export interface Reading {
  /** What the shown cards make. */
  number: string
  /** Cards shown, and cards behind the equals sign. */
  shown: number
  factors: number
  /** A joker has no value yet. */
  open: boolean
  /** It is one joker and nothing else. */
  lone: boolean
}

export function readLine(line: Pick<Line, 'items'>): Reading {
  const { items } = line
  const shown = items.slice(0, shownEnd(line))
  const number = shown.filter(isCard).map(digits).join('')
  const cards = items.filter(isCard)
  return {
    number,
    shown: shown.filter(isCard).length,
    factors: cards.length - shown.filter(isCard).length,
    open: cards.some((one) => isJoker(one) && one.value === null),
    lone: items.length === 1 && isJoker(items[0]!),
  }
}
