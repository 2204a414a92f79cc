/** The board for a small screen: straight laps that leave no room unused, so that the numbers can be as large as may be. */
import { GOAL_RADIUS, LAST, line, round, type Lay, type Point } from './spiral_geometry'

/** From one space to the next: the spaces do not touch. */
const STEP = 58
/** Spaces that stand apart more than this look like crumbs. */
const STRETCH = 1.18
/** How many px wide a step of the round board has to be, before that one is drawn. */
const ROUND = 36
const MARGIN = 1

/** Up the left side, along the top, down the right side, back along the bottom, and so on inwards. */
function cells(columns: number, rows: number): Point[] {
  let [left, right, top, bottom] = [0, columns - 1, 0, rows - 1]
  const found: Point[] = []
  while (found.length < LAST) {
    for (let y = bottom; y >= top; y--) found.push({ x: left, y })
    left++
    for (let x = left; x <= right; x++) found.push({ x, y: top })
    top++
    for (let y = top; y <= bottom; y++) found.push({ x: right, y })
    right--
    for (let x = right; x >= left; x--) found.push({ x, y: bottom })
    bottom--
  }
  return found.slice(0, LAST)
}

/** What stays free in the middle of eleven columns, or of ten: there the goal and the deck have their places. */
const MIDDLE = {
  11: { goal: { x: 4.66, y: 4.88 }, deck: { x: 5.94, y: 5.86 }, hollow: { x: 5, y: 5.7 } },
  10: { goal: { x: 4.5, y: 4.98 }, deck: { x: 4.98, y: 6.88 }, hollow: { x: 4.6, y: 6.1 } },
} as const

/** A board of these many columns in so much room. */
export function layOutStraightBoard(columns: 10 | 11, width: number, height: number): Lay {
  const rows = 21 - columns
  const least = Math.min(width / columns, height / rows)
  const [dx, dy] = [width / columns, height / rows].map((room) => STEP * Math.min(STRETCH, room / least)) as [number, number]
  const at = ({ x, y }: Point): Point => ({ x: (x + 0.5) * dx, y: (y + 0.5) * dy })
  const path = cells(columns, rows).map(at)
  const { goal, deck, hollow } = MIDDLE[columns]
  const spaces = [...path, at(goal)]
  return {
    spaces,
    hollow: at(hollow),
    box: { x: -MARGIN, y: -MARGIN, width: columns * dx + 2 * MARGIN, height: rows * dy + 2 * MARGIN },
    band: line(spaces),
    goal: 1.3 * GOAL_RADIUS,
    straight: { deck: at(deck) },
  }
}

export const scaleOf = ({ box }: Lay, width: number, height: number): number => Math.min(width / box.width, height / box.height)

/** Of all boards the round one where it can be read, else the one whose spaces are the largest. */
export function layFor(width: number, height: number): Lay {
  if (STEP * scaleOf(round, width, height) >= ROUND) return round
  const [wide, high] = ([11, 10] as const).map((columns) => layOutStraightBoard(columns, width, height)) as [Lay, Lay]
  return scaleOf(wide, width, height) >= scaleOf(high, width, height) ? wide : high
}
