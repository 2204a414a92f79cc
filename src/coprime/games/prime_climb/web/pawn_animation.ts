/** How pawns get from where they stood to where they stand: space by space, others after them, all in one breath. */
import { round, type Lay, type Point } from './spiral_geometry'
import type { Move, PawnScene } from './scene'

/** No way takes longer than this in all. */
export const LONGEST = 900
export const PER_SPACE = 90
const SLIDE = 260
const HOP = 7

interface Leg {
  pawn: string
  points: Point[]
  length: number
}
export interface Way {
  pawn: string
  /** Parts of the whole time between which it moves, with the places between. */
  stops: { at: number; point: Point }[]
}

/** `was` and `is`: where the pawns are shown before and now; `moves`: what the log says of their ways, in order. */
export function pawnPaths(
  was: ReadonlyMap<string, number>,
  is: readonly PawnScene[],
  moves: readonly Move[],
  lay: Lay = round,
): { ways: Way[]; length: number } {
  const legs: Leg[] = []
  const seen = new Set<string>()
  for (const pawn of is) {
    const now = pawn.space ?? pawn.goal
    // Who was home and stands on the board again (somebody looks back) is just there.
    if (!was.has(pawn.id) || was.get(pawn.id) === -1) continue
    if (pawn.home || was.get(pawn.id) !== now) seen.add(pawn.id)
  }
  // What was already shown of a planned way is not shown again.
  const skip = new Map<string, number>()
  moves.forEach((move, i) => {
    if (move.to === was.get(move.pawn) && !move.home) skip.set(move.pawn, i)
  })
  const shownMoves = moves.filter((move, i) => seen.has(move.pawn) && i > (skip.get(move.pawn) ?? -1))
  const starts = new Map(is.map((pawn) => [pawn.id, pawn.start]))
  for (const move of shownMoves) legs.push(leg(lay, move.pawn, move.from, move.to, move.to === starts.get(move.pawn)))
  for (const pawn of is) {
    const now = pawn.space ?? pawn.goal
    if (seen.has(pawn.id) && !shownMoves.some((move) => move.pawn === pawn.id))
      legs.push(leg(lay, pawn.id, was.get(pawn.id)!, now, moves.length > 0 && now === pawn.start))
  }
  const whole = legs.reduce((sum, { length }) => sum + length, 0)
  const found = new Map<string, Way>()
  let sum = 0
  for (const { pawn, points, length } of legs) {
    const way = found.get(pawn) ?? { pawn, stops: [] }
    points.forEach((point, i) => way.stops.push({ at: (sum + (length * i) / (points.length - 1)) / whole, point }))
    found.set(pawn, way)
    sum += length
  }
  return { ways: [...found.values()], length: Math.min(whole, LONGEST) }
}

function leg({ spaces }: Lay, pawn: string, from: number, to: number, slides: boolean): Leg {
  const [a, b] = [spaces[from]!, spaces[to]!]
  if (slides || from === to) return { pawn, points: [a, b], length: SLIDE }
  const way = Math.sign(to - from)
  const steps = Math.abs(to - from)
  const points: Point[] = [a]
  for (let n = 1; n <= steps; n++) {
    const [before, here] = [spaces[from + way * (n - 1)]!, spaces[from + way * n]!]
    // Few steps are hops, many are one run.
    if (steps <= 10) points.push({ x: (before.x + here.x) / 2, y: (before.y + here.y) / 2 - HOP })
    points.push(here)
  }
  return { pawn, points, length: Math.min(PER_SPACE * steps, LONGEST) }
}
