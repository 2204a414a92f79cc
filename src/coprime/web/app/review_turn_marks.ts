/** The turns of a review as the server sends them (`ReviewTurn` of reviews/turn_finds.py), and their marks. */
import type { DrillPosition } from './drill_types'

/** A card or a sign of a play; `value`: the digits that a card stands for. */
export interface PlayPiece {
  kind: 'card' | 'wild' | 'sign'
  figure: string
  value: string
}
/** Something that could have been played: one play after another; `is_win`: nobody could have come between. */
export interface Find {
  title: string
  plays: { pieces: PlayPiece[]; figure: string; labels: string[] }[]
  note: string
  is_win: boolean
}
/** An own turn of a match, at most three finds in it; `finished` is false where the search ended first. */
export interface ReviewTurn {
  step: number
  game: number
  number: number
  played: string
  failed: boolean
  situation: string
  hand: PlayPiece[]
  finds: Find[]
  finished: boolean
  /** What was lost with a sure win that was there and was not played; '' where there was none. */
  missed: '' | 'game' | 'match'
  /** That position, to be kept for training. */
  position: DrillPosition | null
}

/** The mark of a turn: it broke a rule, or something better was found; '' for neither. */
export const markOf = ({ failed, finds }: Pick<ReviewTurn, 'failed' | 'finds'>): 'failed' | 'more' | '' => (failed ? 'failed' : finds.length ? 'more' : '')

/** Whether turns are of more than one game. */
export const severalGames = (turns: readonly Pick<ReviewTurn, 'game'>[]): boolean => turns.some(({ game }) => game !== turns[0]?.game)

/** The turn to look at first: the decisive one, else the last one that missed a certain win, else the first with a mark; -1 for none. */
export function firstToOpen(turns: readonly ReviewTurn[], decisive: number | null = null): number {
  const won = decisive ?? turns.findLastIndex(({ finds }) => finds.some((find) => find.is_win))
  return won >= 0 ? won : turns.findIndex((turn) => markOf(turn))
}
