/** The puzzle of the day on this device: steps done, marks, and the streak. */
import { dayOfOrdinal, ordinalOf } from './current_day.svelte'
import { isText, isWhole, LocalStore, validItems } from './local_store.svelte'
import { FOUND, MISSED, recordDay, triedDays } from './puzzles.svelte'

/** Between the marks of two steps, where the result of a day is stored. */
const STEP = ' '
/** Of so many days in a row, one may be missed. */
export const FORGIVEN_IN = 7

/** How far somebody has come with the puzzle of a day. */
interface DayRun {
  day: number
  /** The marks of each step that is done. */
  marks: string[]
  hints: number
}

/** The puzzle of the day that was begun last; it is over once it stands among the days of `puzzles`. */
const store = new LocalStore<DayRun>('coprime.day', (found) => {
  const known = (found ?? {}) as Partial<DayRun>
  return { day: isWhole(known.day) ? known.day : 0, marks: validItems(known.marks, isText), hints: isWhole(known.hints) ? known.hints : 0 }
})

/** The marks of the steps that are done on a day; none where another one was begun last. */
export const marksDone = (day: number): readonly string[] => (store.value.day === day ? store.value.marks : [])

/** The marks of a step: tries that were wrong, then whether it was found. */
export const marksOf = (wrong: number, found: boolean): string => MISSED.repeat(found ? wrong : Math.max(1, wrong)) + (found ? FOUND : '')

/** The steps of a stored result, each with its marks. */
export const stepsOf = (marks: string): string[] => marks.split(STEP).filter(Boolean)

/** Store a step of the puzzle of a day; with the last one the day is done. */
export function recordStep(day: number, step: number, steps: number, marks: string, hints: number): void {
  if (marksDone(day).length !== step) return
  store.change((known) => {
    const before = known.day === day ? known : { day, marks: [], hints: 0 }
    return { day, marks: [...before.marks, marks], hints: before.hints + hints }
  })
  const { marks: all, hints: used } = store.value
  if (all.length >= steps) recordDay(day, { marks: all.join(STEP), hints: used })
}

/**
 * Count the days in a row on which the puzzle was done, up to today. One missed day in any seven is forgiven: it ends
 * nothing, and is not counted. Today is not missed before it is over.
 */
export function countStreak(days: readonly number[], today: number): number {
  const done = new Set(days.map(ordinalOf))
  const now = ordinalOf(today)
  // Who flew over the date line may have done tomorrow's already.
  let at = done.has(now + 1) ? now + 1 : now
  let streak = 0
  let forgiven = Infinity
  if (!done.has(at)) at--
  for (; ; at--) {
    if (done.has(at)) streak++
    else if (forgiven - at >= FORGIVEN_IN && done.has(at - 1)) forgiven = at
    else return streak
  }
}

/** The streak of this device. */
export const currentStreak = (today: number): number => countStreak(triedDays(), today)
/** The days of the last week, oldest first, and whether the puzzle was done. */
export const lastWeek = (today: number): { day: number; done: boolean }[] =>
  Array.from({ length: FORGIVEN_IN }, (_, i) => dayOfOrdinal(ordinalOf(today) - FORGIVEN_IN + 1 + i)).map((day) => ({ day, done: triedDays().includes(day) }))

export const forgetDay = (): void => store.forget()
