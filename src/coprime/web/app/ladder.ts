import type { Option } from './api'

/** How far somebody has come at this device on a game's ladder, the option that leads from a first game to the whole one.
 *  Kept here, never sent. */
const PLACE = 'coprime.ladder'
/** So many matches won at a value make it comfortable. */
const ENOUGH = 2
const REMEMBERED = 40

interface Tally {
  played: number
  won: number
}
interface Kept {
  /** By game, then by value. */
  games: Record<string, Record<string, Tally>>
  /** The matches that have been counted, the last ones. */
  counted: string[]
}
export interface Step {
  value: string | number
  text: string
  /** The step that is comfortable; none before the first match. */
  from?: Tally & { text: string }
}

function load(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Kept>
    return { games: kept.games ?? {}, counted: Array.isArray(kept.counted) ? kept.counted : [] }
  } catch {
    return { games: {}, counted: [] }
  }
}

/** A match is over: counted once, however often its end is looked at. */
export function finished(game: string, value: string | number, won: boolean, match: string): void {
  const kept = load()
  if (kept.counted.includes(match)) return
  const { played, won: before } = kept.games[game]?.[value] ?? { played: 0, won: 0 }
  kept.games[game] = { ...kept.games[game], [value]: { played: played + 1, won: before + Number(won) } }
  kept.counted = [...kept.counted, match].slice(-REMEMBERED)
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept))
  } catch {
    // A private window may keep nothing; then nothing is suggested.
  }
}

/** What to try next: the first step for who has played none, else the one above the highest that is comfortable. */
export function nextStep(game: string, option: Option): Step | undefined {
  const tallies = load().games[game] ?? {}
  const { values } = option
  if (!Object.keys(tallies).length) return values[0]
  const at = values.findLastIndex(({ value }) => (tallies[value]?.won ?? 0) >= ENOUGH)
  const next = at < 0 ? undefined : values[at + 1]
  return next && { ...next, from: { ...tallies[values[at]!.value]!, text: values[at]!.text } }
}

export function forgetLadder(): void {
  try {
    localStorage.removeItem(PLACE)
  } catch {
    // Nothing was kept.
  }
}
