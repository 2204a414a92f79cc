/** What the moment of a win shows, worked out from the log that every page gets. */
import type { LogLine, Scene } from '$app/net/wire_messages'

export interface WinMoment {
  /** The largest prime that a winner has played, and who; null where no prime was played. */
  largest: { prime: number; seat: number } | null
  /** Primes that this page's own seat has played, each once, the largest first; a spectator's are the winners'. */
  own: number[]
}

/** The primes each seat has played in the match so far: those of its lines, less what was sent back. */
function primesBySeat(lines: readonly LogLine[]): Map<number, Map<number, number>> {
  const found = new Map<number, Map<number, number>>()
  const count = (seat: unknown, primes: unknown, by: 1 | -1) => {
    if (typeof seat !== 'number' || !Array.isArray(primes)) return
    const known = found.get(seat) ?? new Map<number, number>()
    for (const prime of primes) if (Number.isInteger(prime)) known.set(prime as number, (known.get(prime as number) ?? 0) + by)
    found.set(seat, known)
  }
  for (const { seat, detail } of lines) {
    count(seat, detail?.['primes'], 1)
    const returned = detail?.['returned'] as { seat?: unknown; primes?: unknown } | undefined
    count(returned?.seat, returned?.primes, -1)
  }
  return found
}

export function describeWin(lines: readonly LogLine[], over: NonNullable<Scene['over']>, mine: number | null): WinMoment {
  const played = primesBySeat(lines)
  const listed = (seats: readonly number[]) =>
    [...new Set(seats.flatMap((seat) => [...(played.get(seat) ?? [])].filter(([, times]) => times > 0).map(([prime]) => prime)))].sort((a, b) => b - a)
  const best = over.winners.map((seat) => ({ seat, prime: listed([seat])[0] ?? 0 })).sort((a, b) => b.prime - a.prime)[0]
  return { largest: best?.prime ? best : null, own: listed(mine === null ? over.winners : [mine]) }
}

/** A place of the confetti: percent of the mat's width and height, and degrees. */
export type Spot = readonly [left: number, top: number, turn: number]
// Round the words in the middle: above and below them where the mat stands, beside them where it lies.
// The first ones lie far apart.
const STANDING: readonly Spot[] = [
  [11, 10, -12],
  [88, 84, -12],
  [72, 9, 9],
  [12, 83, -9],
  [30, 8, 8],
  [70, 89, 8],
  [89, 20, -18],
  [29, 90, 15],
  [10, 25, 17],
  [50, 93, -14],
  [90, 34, 15],
  [50, 6, -6],
]
const LYING: readonly Spot[] = [
  [8, 17, -12],
  [86, 14, 9],
  [18, 13, 8],
  [93, 37, -18],
  [23, 37, -18],
  [83, 44, 8],
  [12, 52, 16],
  [90, 68, 12],
  [20, 74, 16],
  [82, 86, -12],
  [8, 87, -9],
  [74, 72, 10],
]

// By how many they are: so few would lie in a corner by themselves, and stand evenly around the middle.
const FEW_STANDING: readonly (readonly Spot[])[] = [
  [],
  [[50, 16, -6]],
  [
    [32, 16, -10],
    [68, 16, 9],
  ],
  [
    [26, 18, -12],
    [50, 13, 4],
    [74, 18, 11],
  ],
  [
    [30, 15, -12],
    [70, 15, 9],
    [30, 85, 8],
    [70, 85, -9],
  ],
]
const FEW_LYING: readonly (readonly Spot[])[] = [
  [],
  [[16, 50, -9]],
  [
    [16, 50, -10],
    [84, 50, 9],
  ],
  [
    [13, 34, -12],
    [20, 70, 6],
    [84, 50, 9],
  ],
  [
    [13, 34, -12],
    [20, 70, 6],
    [87, 34, 11],
    [80, 70, -7],
  ],
]
/** Where so many primes lie. */
export const confettiSpots = (count: number, lying: boolean): readonly Spot[] =>
  (lying ? FEW_LYING : FEW_STANDING)[count] ?? (lying ? LYING : STANDING).slice(0, count)
/** More than that would hide each other. */
export const MOST_CONFETTI = STANDING.length
