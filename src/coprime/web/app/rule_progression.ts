/** The steps of a game whose rules grow (`Game.progression`), and which to try next. */
import type { Option } from './api'
import { finishedMatches, tallyMatches, type Tally } from './finished_matches.svelte'

/** How far somebody has come at this device on a game's ladder, the option that leads from a first game to the whole one. */

/** So many matches won at a value make it comfortable. */
const ENOUGH = 2

export interface ProgressionStep {
  value: string | number
  text: string
  /** The step that is comfortable; none before the first match. */
  from?: Tally & { text: string }
}

/** What to try next: the first step for who has played none, else the one above the highest that is comfortable. */
export function nextStep(game: string, option: Option): ProgressionStep | undefined {
  const played = tallyMatches(({ step }) => step, finishedMatches(game))
  const { values } = option
  if (!played.size) return values[0]
  const at = values.findLastIndex(({ value }) => (played.get(value)?.won ?? 0) >= ENOUGH)
  const next = at < 0 ? undefined : values[at + 1]
  return next && { ...next, from: { ...played.get(values[at]!.value)!, text: values[at]!.text } }
}
