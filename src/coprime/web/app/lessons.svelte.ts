import { entries, isText, items, Kept } from './local_store.svelte'

export interface Progress {
  done: string[]
  skipped: string[]
  /** The lesson that was open last. */
  at: string
}

/** Which lessons somebody has done at this device, by game. */
const kept = new Kept<Record<string, Progress>>('coprime.lessons', (found) =>
  Object.fromEntries(
    (entries(found) as [string, Partial<Progress> | null][]).map(([game, one]) => [
      game,
      { done: items(one?.done, isText), skipped: items(one?.skipped, isText), at: isText(one?.at) ? one.at : '' },
    ]),
  ),
)

const NONE: Progress = { done: [], skipped: [], at: '' }

export const lessonsOf = (game: string): Progress => kept.now[game] ?? NONE

function keep(game: string, change: (known: Progress) => Partial<Progress>): void {
  kept.change((all) => {
    const known = all[game] ?? NONE
    return { ...all, [game]: { ...known, ...change(known) } }
  })
}

export const lessonOpened = (game: string, name: string): void => keep(game, () => ({ at: name }))

export const lessonDone = (game: string, name: string): void =>
  keep(game, ({ done, skipped }) => ({ done: [...new Set([...done, name])], skipped: skipped.filter((one) => one !== name) }))

export const lessonSkipped = (game: string, name: string): void =>
  keep(game, ({ done, skipped }) => (done.includes(name) ? {} : { skipped: [...new Set([...skipped, name])] }))

export const forgetLessons = (): void => kept.forget()
