/** Pawns that were sent back: who, from where, to where, and by whom, as the log tells everybody. */
import type { LogLine } from '$app/table/contract'
import { ownerOf, type Move, type PawnScene } from './scene'
import { LONGEST, PER_SPACE } from './pawn_animation'

export interface Bump {
  pawn: string
  from: number
  to: number
  /** The seat that did it; null where a card did. */
  by: number | null
  /** Milliseconds until it happens: whoever bumps has to arrive. */
  wait: number
}

export function bumpsOf(lines: readonly LogLine[], pawns: readonly PawnScene[]): Bump[] {
  const starts = new Map(pawns.map((pawn) => [pawn.id, pawn.start]))
  return lines.flatMap(({ seat, detail }) => {
    const moves = (detail?.['moves'] as Move[] | undefined) ?? []
    const [first] = moves
    const by = typeof seat === 'number' ? seat : null
    const isBumped = (move: Move, i: number) => !move.home && move.from !== move.to && move.to === starts.get(move.pawn) && (i > 0 || ownerOf(move.pawn) !== by)
    const wait = first && !isBumped(first, 0) ? Math.min(LONGEST, PER_SPACE * Math.abs(first.to - first.from)) : 0
    return moves.filter(isBumped).map(({ pawn, from, to }) => ({ pawn, from, to, by: ownerOf(pawn) === by ? null : by, wait }))
  })
}

/** What a note takes of the height of the smallest board, and how near to an edge its middle may be, in hundredths. */
const NOTE = 18
const EDGE = 10

/** Where notes stand so that none lies over another: as near as there is room to where each bump happened. */
export function spreadNotes(tops: readonly number[]): number[] {
  const places = tops.map((top) => Math.min(Math.max(top, EDGE), 100 - EDGE))
  const order = [...tops.keys()].sort((a, b) => tops[a]! - tops[b]!)
  order.slice(1).forEach((note, i) => (places[note] = Math.max(places[note]!, places[order[i]!]! + NOTE)))
  let lowest = 100 - EDGE
  for (const note of order.reverse()) {
    places[note] = Math.min(places[note]!, lowest)
    lowest = places[note] - NOTE
  }
  return places
}
