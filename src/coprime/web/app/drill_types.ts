/** The decks of a game's trainer and their items, as the server sends them (docs/protocol.md). */

/** What is asked of an item of a trainer (core/drills.py). */
export type DrillQuestion = 'primes' | 'smallest' | 'any' | 'factors' | 'quadruplet' | 'judge'
export interface DrillKey {
  figure: string
  /** The key that types it. */
  typed: string
  digits: string
}
export interface DrillItem {
  name: string
  question: DrillQuestion
  title: string
  ask: string
  /** The cards that make numbers; none where digits are typed or a number is judged. */
  keys: DrillKey[]
  number: number
  answers: number[]
  explanation: string[]
}
export interface DrillDeck {
  name: string
  title: string
  items: DrillItem[]
}
export interface Trainer {
  game: string
  title: string
  /** Somebody may type items of their own. */
  own: boolean
  /** Sure wins that somebody missed in matches can be kept and tried again. */
  positions: boolean
  decks: { name: string; title: string; about: string; figures: string[]; items: string[] }[]
}
/** A position with a sure win that was missed: its name, its cards, and the text that the server makes it from. */
export interface DrillPosition {
  name: string
  title: string
  text: string
}
