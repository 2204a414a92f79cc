/** The puzzle of the day on this device: steps done, marks, and the streak. */
import { dayOfOrdinal, ordinalOf } from './current_day.svelte'
import { isText, isWhole, LocalStore, validItems } from './local_store.svelte'
import { FOUND, MISSED, recordDay, triedDays } from './puzzles.svelte'

/** Stands between the marks of two steps in the stored result of a day. */
const STEP_SEPARATOR = ' '
const DAYS_OF_WEEK = 7
/** In so many days, one may be missed. */
const FORGIVENESS_DAYS = 7

/** How far somebody has come with the puzzle of a day. */
interface DayRun {
  day: number
  /** The marks of each step that is done. */
  marks: string[]
  hints: number
}

/** The puzzle of the day that was begun last; it is over once its day stands among the days of `puzzles`. */
const store = new LocalStore<DayRun>('coprime.day', (stored) => {
  const run = (stored ?? {}) as Partial<DayRun>
  return { day: isWhole(run.day) ? run.day : 0, marks: validItems(run.marks, isText), hints: isWhole(run.hints) ? run.hints : 0 }
})

/** The marks of the steps that are done of the puzzle of a day; none where another day's was begun last. */
export const marksDone = (day: number): readonly string[] => (store.value.day === day ? store.value.marks : [])

/** The marks of a step: one for each wrong try, then one more if the answer was found. */
export const stepMarks = (wrong: number, found: boolean): string => MISSED.repeat(found ? wrong : Math.max(1, wrong)) + (found ? FOUND : '')

/** Split a stored result into the marks of each step. */
export const splitSteps = (marks: string): string[] => marks.split(STEP_SEPARATOR).filter(Boolean)

/** Store a step of the puzzle of a day; with the last one the day is done. */
export function recordStep(day: number, step: number, stepCount: number, marks: string, hints: number): void {
  if (marksDone(day).length !== step) return
  store.change((run) => {
    const before = run.day === day ? run : { day, marks: [], hints: 0 }
    return { day, marks: [...before.marks, marks], hints: before.hints + hints }
  })
  const { marks: all, hints: used } = store.value
  if (all.length >= stepCount) recordDay(day, { marks: all.join(STEP_SEPARATOR), hints: used })
}

/**
 * Count the days in a row on which the puzzle was done, up to today. One missed day in any seven is forgiven: it ends
 * nothing, and is not counted. Today is not missed before it is over.
 */
export function countStreak(days: readonly number[], today: number): number {
  const done = new Set(days.map(ordinalOf))
  const now = ordinalOf(today)
  // Somebody who flew over the date line may have done tomorrow's already.
  let at = done.has(now + 1) ? now + 1 : now
  let streak = 0
  let forgivenAt = Infinity
  if (!done.has(at)) at--
  for (; ; at--) {
    if (done.has(at)) streak++
    else if (forgivenAt - at >= FORGIVENESS_DAYS && done.has(at - 1)) forgivenAt = at
    else return streak
  }
}

/** The streak of this device. */
export const currentStreak = (today: number): number => countStreak(triedDays(), today)
/** The days of the last week, oldest first, and whether the puzzle was done. */
export const lastWeek = (today: number): { day: number; done: boolean }[] =>
  Array.from({ length: DAYS_OF_WEEK }, (_, i) => dayOfOrdinal(ordinalOf(today) - DAYS_OF_WEEK + 1 + i)).map((day) => ({
    day,
    done: triedDays().includes(day),
  }))

/** Forget how far the puzzle of the day has come. */
export const forgetDay = (): void => store.forget()
