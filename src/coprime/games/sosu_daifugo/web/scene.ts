import type { Ending, Scene } from '$app/table/contract'

/** The signs of the fourteen kinds, in the order of the places of a hand: A to K, then the joker. */
export const KINDS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'X'] as const
export type Kind = (typeof KINDS)[number]

/** The last play, which is the one to beat, and the cards below it in the order in which they flow. */
export interface Area {
  cards: Kind[]
  below: Kind[]
  count: number
  owner: number
  /** '' for a joker alone. */
  number: string
  joker: boolean
  /** In notation; '' where it is not known any more. */
  line: string
}
/** What a play has to be to be taken. */
export interface Wanted {
  /** Cards shown; 0 for any number. */
  count: number
  /** The most cards shown; 0 for no limit. */
  most: number
  /** The number that it has to pass on either side; '' for none. */
  above: string
  below: string
  beatable: boolean
  /** It has no factors, and is the whole hand. */
  plain: boolean
  /** So many jokers without a value are a play of their own. */
  alone: number[]
}
export interface Rules {
  /** A joker may be 0. */
  zero: boolean
  composites: boolean
  penalty: 'all' | 'shown' | 'one'
  /** A further failed play of mine brings no cards. */
  free: boolean
  cut: boolean
  turn: boolean
}
/** What words.scene shows of Sosu Daifugo. */
export interface Sosu extends Scene {
  you: number | null
  seats: { cards: number; wins: number; place: number; seen: Kind[]; rests: boolean }[]
  game: number
  toWin: number
  games: number
  /** Fourteen counts, by the order of the kinds; empty for a spectator. */
  hand: number[]
  /** What the server has of an unfinished play of mine. */
  line: string
  deck: number
  /** The cards at the bottom of the deck that everybody has seen, the next one first. */
  known: Kind[]
  area: Area | null
  wanted: Wanted
  revolution: boolean
  drawn: boolean
  /** The time of the game is over: one number of the whole hand. */
  last: boolean
  canDraw: boolean
  clock: { kind: 'move' | 'bank' | 'none'; window: number; bank: number[]; game: number }
  rules: Rules
  over: Ending | null
  rest: Ending | null
  /** With help: the plays of up to four cards that stand. */
  primes?: { label: string; number: string }[]
}
/** What the judge said of a play: `detail.verdict` of a line of the log. */
export interface Verdict {
  cards: string
  /** Cards shown, and cards in all. */
  count: number
  all: number
  /** '0' for a joker alone. */
  number: string
  /** '' where it is no composite play. */
  factors: string
  stands: boolean
  kind: 'prime' | 'prime_plain' | 'composite' | 'cut' | 'turned' | 'turned_back' | 'joker' | 'joker_top' | 'failed'
  seat: number
  why: string
  /** The play in notation. */
  line: string
  /** The prime factors that may be told of a number that failed. */
  primes: string[]
}

/** What a card says to somebody who reads figures: 10 for T, the others as they are. */
export const figureOf = (kind: string): string => (kind === 'T' ? '10' : kind)

/** The number of a kind; 0 for the joker. */
export const valueOf = (kind: string): number => (kind === 'X' ? 0 : KINDS.indexOf(kind as Kind) + 1)

/** The sign of a joker's value from 0 to 13. */
export const signOfValue = (value: number): string => (value === 0 ? '0' : KINDS[value - 1]!)

/** How many of a kind are in a hand of counts. */
export const countHeld = (hand: readonly number[], kind: Kind): number => hand[KINDS.indexOf(kind)] ?? 0

/** Digits in groups from the right, as the page's language has them; numbers of up to four digits stay whole. */
export function groupDigits(digits: string, size: number): string[] {
  if (digits.length < 5) return [digits]
  const first = digits.length % size || size
  const found = [digits.slice(0, first)]
  for (let at = first; at < digits.length; at += size) found.push(digits.slice(at, at + size))
  return found
}
