/** Which lessons somebody has done at this device: kept here, never sent. */
const PLACE = 'coprime.lessons'

export interface Progress {
  done: string[]
  skipped: string[]
  /** The lesson that was open last. */
  at: string
}

type Kept = Record<string, Progress>

function load(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '{}')
    if (!kept || typeof kept !== 'object') return {}
    const found: Kept = {}
    for (const [game, one] of Object.entries(kept as Record<string, Partial<Progress> | null>))
      found[game] = { done: strings(one?.done), skipped: strings(one?.skipped), at: typeof one?.at === 'string' ? one.at : '' }
    return found
  } catch {
    return {}
  }
}
const strings = (value: unknown) => (Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [])

let kept: Kept = $state.raw(load())

export function lessonsOf(game: string): Progress {
  return kept[game] ?? { done: [], skipped: [], at: '' }
}

function keep(game: string, change: Partial<Progress>): void {
  // Another page of this browser may have kept something meanwhile.
  const known = load()
  kept = { ...known, [game]: { ...(known[game] ?? { done: [], skipped: [], at: '' }), ...change } }
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept))
  } catch {
    // A private window may keep nothing; it is known as long as the page.
  }
}

export function lessonOpened(game: string, name: string): void {
  keep(game, { at: name })
}

export function lessonDone(game: string, name: string): void {
  const { done, skipped } = lessonsOf(game)
  keep(game, { done: [...new Set([...done, name])], skipped: skipped.filter((one) => one !== name) })
}

export function lessonSkipped(game: string, name: string): void {
  const { done, skipped } = lessonsOf(game)
  if (!done.includes(name)) keep(game, { skipped: [...new Set([...skipped, name])] })
}

export function forgetLessons(): void {
  kept = {}
  try {
    localStorage.removeItem(PLACE)
  } catch {
    // Nothing was kept.
  }
}
