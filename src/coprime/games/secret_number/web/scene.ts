import type { Scene } from '$app/table/contract'

/** What words.scene shows of Secret Number. What may not be seen is null. */
export interface Operation {
  symbol: string
  name: string
  did: string
}
export interface SeatBox extends Record<string, unknown> {
  name: string
  points: number
  /** In the game that is over. */
  gained: number | null
  place: number | null
  result: number | null
  bonus: number | null
  /** Shown openly. */
  number: number | null
  operation: Operation | null
  holds: string
  placed: number
  chosen: boolean
  agreed: boolean
  hand: number[] | null
  /** The operation chosen, for whoever may see it. */
  own: Operation | null
  equation: string
  /** The two numbers as the equation takes them. */
  terms: number[] | null
}
export interface Place {
  place: number
  result: number
  bonus: number
  card: string
  seats: number[]
  mine: boolean
}
export interface Choice {
  label: string
  text: string
  equation: string
  number: number | null
  operation: Operation | null
  place: number | null
  result?: number
  bonus?: number
  may: boolean
  made: boolean
}
export interface Laid {
  seat: number
  value: number | null
  right: boolean | null
}
export interface Pile {
  round: number
  name: string
  text: string
  /** The points for a right card that lies here. */
  early: number
  now: boolean
  cards: Laid[]
}
export interface Answer {
  value: number
  label: string
  text: string
  /** The round in which it was placed. */
  used: number | null
  may: boolean
  why: string
  /** Where both cards of the number lie in sight: placed, it can only cost. */
  impossible: string
}
export interface Agreement {
  label: string
  text: string
  seats: number[]
  of: number
  may: boolean
  why: string
}
export interface Known {
  number: number
  cards: { where: 'you' | 'seat' | 'open' | 'secret'; seat: number | null }[]
  unseen: number
}
export interface Possible {
  seat: number
  result: number
  ways: { text: string; out: boolean }[]
}
export interface Step {
  seat: number
  value: number
  round: number
  right: boolean
  points: number
  parts: { text: string; points: number }[]
  running: number[]
  text: string
}
export interface Review {
  secret: number
  steps: Step[]
  nobody: string
  known: { round: number; name: string; seats: { seat: number; possible: number[]; certain: boolean; right: number; text: string }[] }[]
  totals: number[][]
}
export interface SecretNumber extends Scene {
  you: number | null
  game: { now: number; of: number }
  round: { now: number; of: number; stage: 'opening' | 'late' | 'race' | 'rest' | 'over' | 'deal'; text: string }
  clock: { left: number; of: number; kind: string } | null
  open: number | null
  secret: number | null
  highest: number
  seats: SeatBox[]
  display: Place[]
  reconstruction: string
  choices: Choice[]
  piles: Pile[]
  answers: Answer[]
  agree: Agreement | null
  notebook: Known[]
  could: Possible[]
  review: Review | null
}

/** −3, with a real minus. */
export function signedPoints(points: number): string {
  return points < 0 ? `−${-points}` : String(points)
}
/** +3, −1 */
export function pointsChange(points: number): string {
  return points > 0 ? `+${points}` : signedPoints(points)
}

/** In a replay with open cards: what each seat sees of itself, put into one scene. */
export function revealAllSeats(scene: SecretNumber, all: readonly SecretNumber[] | null): SecretNumber {
  if (!all) return scene
  const own = (seat: number) => all[seat] ?? scene
  return {
    ...scene,
    seats: scene.seats.map((box, seat) => {
      const { hand, own: operation, equation, terms } = own(seat).seats[seat] ?? box
      return { ...box, hand, own: operation, equation, terms }
    }),
    piles: scene.piles.map((pile, i) => ({
      ...pile,
      cards: pile.cards.map((card, k) => own(card.seat).piles[i]?.cards[k] ?? card),
    })),
  }
}
