/** Puzzles that were solved or missed, kept on this device. */
import { objectEntries, isWhole, validItems, LocalStore } from './local_store.svelte'

const DAYS = 400
/** A try at the puzzle of the day, as it is shared. */
export const MISSED = '✕'
export const FOUND = '◆'

export interface Day {
  /** A sign for each try. */
  marks: string
  hints: number
}
type Numbers = Record<string, number[]>
interface PuzzleProgress {
  solved: Numbers
  missed: Numbers
  days: Record<string, Day>
}

/** Which puzzles somebody has met at this device, by game. */
const store = new LocalStore<PuzzleProgress>('coprime.puzzles', (found) => {
  const known = (found ?? {}) as Partial<PuzzleProgress>
  const numbers = (of: unknown): Numbers => Object.fromEntries(objectEntries(of).map(([game, found]) => [game, validItems(found, isWhole)]))
  const isDay = (one: Day | null): one is Day => typeof one?.marks === 'string' && Number.isInteger(one.hints)
  return {
    solved: numbers(known.solved),
    missed: numbers(known.missed),
    days: Object.fromEntries((objectEntries(known.days) as [string, Day | null][]).filter((one): one is [string, Day] => isDay(one[1]))),
  }
})

export const solvedOf = (game: string): readonly number[] => store.value.solved[game] ?? []
export const countSolved = (): number => Object.values(store.value.solved).reduce((sum, numbers) => sum + numbers.length, 0)
export const missedOf = (game: string): readonly number[] => store.value.missed[game] ?? []
/** The games with puzzles whose answer had to be shown, and how many these are. */
export const missedByGame = (): { game: string; n: number }[] => Object.entries(store.value.missed).map(([game, numbers]) => ({ game, n: numbers.length }))
export const dayOf = (day: number): Day | undefined => store.value.days[day]

/** Store that a puzzle is over: solved, or its answer shown. */
export function recordPuzzle(game: string, number: number, found: boolean): void {
  store.change((known) => {
    const without = (numbers: number[] = []) => numbers.filter((one) => one !== number)
    const solved = found ? [...without(known.solved[game]), number] : (known.solved[game] ?? [])
    const missed = found ? without(known.missed[game]) : [...without(known.missed[game]), number]
    return { ...known, solved: { ...known.solved, [game]: solved }, missed: { ...known.missed, [game]: missed } }
  })
}

/** Store the first result of the puzzle of a day; later ones do not count. */
export function recordDay(day: number, one: Day): void {
  store.change((known) => {
    const days = Object.entries<Day>({ [day]: one, ...known.days }).sort(([a], [b]) => Number(a) - Number(b))
    return { ...known, days: Object.fromEntries(days.slice(-DAYS)) }
  })
}

/** The days whose puzzle was tried. */
export const triedDays = (): number[] => Object.keys(store.value.days).map(Number)

export const forgetPuzzles = (): void => store.forget()
