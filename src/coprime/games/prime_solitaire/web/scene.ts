import type { Scene } from '$app/table/contract'

/** A card that lies open: its figure and its factors. */
export interface Face {
  figure: string
  factors: number[]
}
/** A card of the foundation. `id` is what an action calls its place, `across` its distance from the left in cards. */
export interface PlacedCard extends Face {
  id: string
  row: number
  column: number
  across: number
  open: boolean
}
/** What the raised cards come to. */
export interface Built {
  sum: string
  ok: boolean
  note: string
  /** The answer of a set that may be taken. */
  answer: string
}
export interface Solitaire extends Scene {
  level: number
  layout: 'columns' | 'pyramid'
  rows: number
  width: number
  foundation: PlacedCard[]
  /** The top card last. */
  stack: Face[]
  left: number
  turned: number
  sets: number
  /** The number of the deal, or "" while it is hidden. */
  deal: string
  undo: 'free' | 'no_peek' | 'off'
  canTurn: boolean
  canTake: boolean
  built?: Built
}
/** A step of a winning way: so many cards are turned, then a set is taken. */
export interface WinningStep {
  turned: number
  text: string
  label: string
}
export const LONGEST_RUN = 6
