import type { Scene } from '$app/table/contract'
import { t } from './messages'

/** What words.scene shows of Prime Climb. */
export interface PawnScene {
  /** As it stands in a label: `0a`. */
  id: string
  space: number | null
  home: boolean
  waiting: boolean
  movable: boolean
  goal: number
  start: number
}
export interface CardScene {
  kind: string
  keeper: boolean
  title: string
  text: string
  fresh?: boolean
}
export interface Player extends Record<string, unknown> {
  pawns: PawnScene[]
  keepers: CardScene[]
  limited: boolean
  place: number
  stations: number[]
}
export interface Choice {
  kind: 'use' | 'keeper' | 'spend' | 'clear' | 'limit' | 'card' | 'swap' | 'send' | 'take'
  label: string
  ok: boolean
  why: string
  effect: string
  pawn?: string | null
  pawns?: string[]
  number?: number
  op?: string
  tag?: string
  from?: number | null
  target?: number | null
  equation?: string
  seat?: number
  card?: CardScene
  text?: string
}
export interface Commit {
  labels: string[]
  text: string
}
export interface Die {
  number: number
  uses: number
  left: number
}
export interface Climb extends Scene {
  you: number | null
  seats: Player[]
  phase: 'opening' | 'roll' | 'draw' | 'steal' | 'move' | 'card' | 'over'
  active: number | null
  route: 'climb' | 'decline' | 'there_and_back'
  dice: Die[]
  choices: Choice[]
  pending: string[]
  commit: Commit | null
  card: CardScene | null
  deck: number
  discards: number
  stations: number[]
  rolls: number | null
  lap: number | null
  turn_limit: number | null
}
/** One pawn's way in a line of the log. */
export interface Move {
  pawn: string
  from: number
  to: number
  home: boolean
}

export const pawnsOf = (scene: Climb): PawnScene[] => scene.seats.flatMap((player) => player.pawns)
export const ownerOf = (pawn: string): number => parseInt(pawn)

/** "your pawn on 26", "Heron on 78". */
export function pawnName(pawn: PawnScene, names: readonly string[], mine: number | null): string {
  const owner = ownerOf(pawn.id)
  if (pawn.home || pawn.space === null) return t(owner === mine ? 'pawn.mine.home' : 'pawn.home', { who: names[owner] ?? '' })
  return t(owner === mine ? 'pawn.mine' : 'pawn.of', { who: names[owner] ?? '', space: pawn.space })
}
