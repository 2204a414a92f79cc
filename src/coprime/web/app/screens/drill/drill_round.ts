/** Which items a round asks, and in which order. */
import { drillState, dueItems } from '$app/drill_schedule.svelte'

/** Items in a round. */
export const ROUND = 12

/**
 * The names of a round: what is due, then what is new, then what was missed and is not due, then what is known. Within
 * these, all but what is due is shuffled. `random` gives numbers from 0 up to 1.
 */
export function chooseRound(game: string, names: readonly string[], random: () => number = Math.random): string[] {
  const due = dueItems(game).filter((name) => names.includes(name))
  const order = { new: 0, missed: 1, known: 2 }
  const others = names
    .filter((name) => !due.includes(name))
    .map((name) => ({ name, by: order[drillState(game, name)] + random() }))
    .sort((a, b) => a.by - b.by)
  return [...due, ...others.map(({ name }) => name)].slice(0, ROUND)
}
