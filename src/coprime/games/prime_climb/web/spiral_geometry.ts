/** The board: a rounded spiral of equal steps, from 0 at its outer end to 101 in the middle. All of it is computed. */

import { factorsOf } from '$app/number_format'

export interface Point {
  x: number
  y: number
}
export const LAST = 101

/** A board as it lies: all in the same units, in which a space is as large on every board. */
export interface Lay {
  /** The centre of every space. */
  spaces: readonly Point[]
  /** Where pawns wait that start in the middle. */
  hollow: Point
  box: Point & { width: number; height: number }
  /** The path under the spaces. */
  band: string
  /** The radius of the goal. */
  goal: number
  /** Of a spiral of straight laps: where the deck lies. */
  straight?: { deck: Point }
}
/** The radius of a space; that of the goal in the middle. */
export const RADIUS = 28
export const GOAL_RADIUS = 36

// Half the width and height of the outermost turn, the radius of its corners, and how far the turns and the spaces are apart.
const WIDTH = 260
const HEIGHT = 344
const CORNER = 150
const TIGHTEST = 26
const PITCH = 58
const STEP = 57
const GOAL_STEP = 66
/** The path begins this part of a turn before the lower left corner ends. */
const BEGIN = -0.12
const MARGIN = 37

/** Half sizes and corner radius of the rounded rectangle that lies `inset` inside the outermost. */
function rectangle(inset: number) {
  const [w, h] = [WIDTH - inset, HEIGHT - inset]
  return { w, h, r: Math.min(Math.max(CORNER - inset, TIGHTEST), w, h) }
}

// A turn is eight pieces: left side, corner, top, corner, right side, corner, bottom, corner. Every turn is divided alike.
const pieces = (() => {
  const { w, h, r } = rectangle(1.4 * PITCH)
  const corner = (Math.PI / 2) * r
  const lengths = [2 * (h - r), corner, 2 * (w - r), corner, 2 * (h - r), corner, 2 * (w - r), corner]
  const whole = lengths.reduce((sum, one) => sum + one)
  let sum = 0
  return lengths.map((length) => {
    const from = sum / whole
    sum += length
    return { from, to: sum / whole }
  })
})()

/** Where the path is after so many turns. */
export function pointOnSpiral(turns: number): Point {
  const { w, h, r } = rectangle(PITCH * turns)
  const part = turns - Math.floor(turns)
  const found = pieces.findIndex((piece) => part < piece.to)
  const at = found < 0 ? pieces.length - 1 : found
  const { from, to } = pieces[at]!
  const done = (part - from) / (to - from)
  const [c, s] = [r * Math.cos((done * Math.PI) / 2), r * Math.sin((done * Math.PI) / 2)]
  const [x, y] = [w - r, h - r]
  const places: Point[] = [
    { x: -w, y: y - 2 * y * done },
    { x: -x - c, y: -y - s },
    { x: -x + 2 * x * done, y: -h },
    { x: x + s, y: -y - c },
    { x: w, y: -y + 2 * y * done },
    { x: x + c, y: y + s },
    { x: x - 2 * x * done, y: h },
    { x: -x - s, y: y + c },
  ]
  return places[at]!
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** The next place of the path that is one step away as the crow flies. */
function next(turns: number): number {
  const here = pointOnSpiral(turns)
  let far = turns
  do far += 0.0007
  while (distance(pointOnSpiral(far), here) < STEP)
  let near = far - 0.0007
  for (let i = 0; i < 30; i++) {
    const middle = (near + far) / 2
    if (distance(pointOnSpiral(middle), here) < STEP) near = middle
    else far = middle
  }
  return far
}

function clearance(point: Point, others: readonly Point[]): number {
  return Math.min(...others.map((other) => distance(point, other)))
}

/** Of some points, the one with the most room around it. */
function roomiest(points: readonly Point[], others: readonly Point[]): Point {
  return points.reduce((best, point) => (clearance(point, others) > clearance(best, others) ? point : best))
}

const turns: number[] = [BEGIN]
while (turns.length < LAST) turns.push(next(turns.at(-1)!))

/** The centre of every space. The goal stands a longer step on, where it has most room. */
export const spaces: readonly Point[] = (() => {
  const path = turns.map(pointOnSpiral)
  const end = path.at(-1)!
  const around = Array.from({ length: 360 }, (_, i) => (i * Math.PI) / 180).map((angle) => ({
    x: end.x + GOAL_STEP * Math.cos(angle),
    y: end.y + GOAL_STEP * Math.sin(angle),
  }))
  return [...path, roomiest(around, path.slice(0, -1))]
})()

/** The middle of the room that is left inside, where the deck lies. */
export const hollow: Point = (() => {
  const grid: Point[] = []
  for (let x = -120; x <= 120; x += 4) for (let y = -200; y <= 200; y += 4) grid.push({ x, y })
  // The goal is larger than a space, and the deck higher than wide.
  return roomiest(grid, spaces)
})()

/** The picture, with room for what grows at its edge. */
const box = (() => {
  const xs = spaces.map((space) => space.x)
  const ys = spaces.map((space) => space.y)
  const [x, y] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN]
  return { x, y, width: Math.max(...xs) + MARGIN - x, height: Math.max(...ys) + MARGIN - y }
})()

const near = (n: number) => n.toFixed(1)
export const line = (points: readonly Point[]): string => 'M' + points.map(({ x, y }) => `${near(x)} ${near(y)}`).join('L')

/** The band on which the spaces lie. */
const band: string = (() => {
  const points: Point[] = []
  for (let t = BEGIN; t < turns.at(-1)!; t += 0.01) points.push(pointOnSpiral(t))
  points.push(spaces[LAST - 1]!, spaces[LAST]!)
  return line(points)
})()

/** In hundredths of the picture, for what lies over it. */
export const percent = ({ box }: Lay, { x, y }: Point) => ({
  left: `${near(((x - box.x) / box.width) * 100)}%`,
  top: `${near(((y - box.y) / box.height) * 100)}%`,
})

/** The spaces as they are written: large prime factors stand beside the number. */
export const numberedSpaces = spaces.map((_, n) => ({ n, factors: factorsOf(n), large: factorsOf(n).find((p) => p > 7) }))

const PAWN_HEIGHT = 31
const PAWN_WIDTH = 24

export interface Stand extends Point {
  scale: number
}

const feet = ({ x, y }: Point, dx: number, dy: number, scale: number): Stand => ({
  x: x + dx - (PAWN_WIDTH / 2) * scale,
  y: y + dy - PAWN_HEIGHT * scale,
  scale,
})

/** Where the nth of several pawns on a space stands: the upper left corner of its picture, and its scale. */
export function pawnPosition({ spaces, hollow, straight }: Lay, space: number, nth: number, of: number): Stand {
  const place = spaces[space]!
  // Who has not set out yet waits beside the path: on the free strip after 0, in the hollow before 101.
  if (space === 0 && !straight) return feet(place, 36 + 22 * nth, 22, 1.3)
  if (space === LAST && of > 2) return feet(hollow, -24 + 24 * (nth % 3), 38 * Math.floor(nth / 3) - 10, 1.1)
  if (of === 1) return feet(place, space === LAST ? 24 : 16, 20, 1.35)
  if (of === 2) return feet(place, nth ? 18 : -18, 20, 1.2)
  // Where there is no free strip, many stand in two rows.
  if (of > 4) return feet(place, -20 + 13 * (nth % 4), nth < 4 ? 6 : 24, 0.9)
  return feet(place, -20 + (40 * nth) / (of - 1), 20, 1)
}

/** Where the deck lies: in the hollow, or at the end of the free strip after 0 where pawns may stand in the hollow. */
export function deckAt(lay: Lay, hollowIsFree: boolean): Point {
  if (lay.straight) return lay.straight.deck
  return hollowIsFree ? { x: hollow.x, y: hollow.y - 4 } : { x: box.x + box.width - MARGIN - 6, y: spaces[0]!.y - 10 }
}

/** The board as it is drawn where there is room for it. */
export const round: Lay = { spaces, hollow, box, band, goal: GOAL_RADIUS }
