import type { Face } from '$app/parts'
import type { Scene } from '$app/table/contract'

/** What words.scene shows of Prime Challenge. Nothing here tells whether a set lies there. */
export interface Place {
  /** As a label names it: 5, +1. */
  place: string
  face: Face | null
}
export interface Window {
  /** Milliseconds of game time, left and in all. */
  left: number
  of: number
}
export interface Offence {
  label: string
  text: string
}
/** A set taken, while it may be challenged. */
export interface OpenPick extends Window {
  number: number
  seat: number
  cards: Face[]
  text: string
  label: string
  may: boolean
  offences: Offence[]
}
export interface ClaimScene extends Window {
  kind: 'hit' | 'done'
  seat: number
  number: number
  label: string
  may: boolean
  text: string
}
export interface Button {
  label: string
  may: boolean
  why: string
}
export interface SeatBox extends Record<string, unknown> {
  name: string
  points: number
  cards: number
  gained: number | null
  deals: boolean
  out: boolean
  turn: boolean
  picks: boolean
  challenges: boolean
}
export interface ReviewLine {
  kind: 'missed' | 'slipped'
  seat: number
  text: string
  cards: Face[]
}
export interface Challenge extends Scene {
  you: number | null
  level: number
  round: { now: number; of: number }
  seats: SeatBox[]
  pile: number
  columns: number
  main: Place[]
  outside: Place[]
  /** The program checks every set at once. */
  checked: boolean
  /** Something can be challenged at this table. */
  contested: boolean
  fewest: number
  most: number
  /** Cards of the smallest set. */
  least: number
  take: string
  picking: boolean
  /** Not to challenge what is open now. */
  pass: { label: string; may: boolean }
  hit: Button
  done: Button
  open: OpenPick[]
  claim: ClaimScene | null
  tie: Window | null
  clock: (Window & { seat: number }) | null
  review: ReviewLine[]
}

export const signedPoints = (points: number): string => (points < 0 ? `−${-points}` : String(points))
