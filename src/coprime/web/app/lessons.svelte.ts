/** Which lessons were opened, done or skipped, kept on this device. */
import { objectEntries, isText, validItems, LocalStore } from './local_store.svelte'

export interface Progress {
  done: string[]
  skipped: string[]
  /** The lesson that was open last. */
  at: string
}

/** Which lessons somebody has done at this device, by game. */
const store = new LocalStore<Record<string, Progress>>('coprime.lessons', (found) =>
  Object.fromEntries(
    (objectEntries(found) as [string, Partial<Progress> | null][]).map(([game, one]) => [
      game,
      { done: validItems(one?.done, isText), skipped: validItems(one?.skipped, isText), at: isText(one?.at) ? one.at : '' },
    ]),
  ),
)

const NONE: Progress = { done: [], skipped: [], at: '' }

export const lessonsOf = (game: string): Progress => store.value[game] ?? NONE

function changeProgress(game: string, change: (known: Progress) => Partial<Progress>): void {
  store.change((all) => {
    const known = all[game] ?? NONE
    return { ...all, [game]: { ...known, ...change(known) } }
  })
}

export const recordLessonOpened = (game: string, name: string): void => changeProgress(game, () => ({ at: name }))

export const recordLessonDone = (game: string, name: string): void =>
  changeProgress(game, ({ done, skipped }) => ({ done: [...new Set([...done, name])], skipped: skipped.filter((one) => one !== name) }))

export const recordLessonSkipped = (game: string, name: string): void =>
  changeProgress(game, ({ done, skipped }) => (done.includes(name) ? {} : { skipped: [...new Set([...skipped, name])] }))

/** The games with lessons that were skipped, or opened and not finished, and how many these are. */
export const unfinishedCourses = (): { game: string; left: number }[] =>
  Object.entries(store.value)
    .map(([game, { done, skipped, at }]) => ({ game, left: new Set([...skipped, ...(at && !done.includes(at) ? [at] : [])]).size }))
    .filter(({ left }) => left > 0)

export const forgetLessons = (): void => store.forget()
