/** Which puzzles somebody has met at this device: kept here, never sent. */
const PLACE = 'coprime.puzzles'
const DAYS = 400

export interface Day {
  /** A sign for each try. */
  marks: string
  hints: number
}
interface Kept {
  solved: Record<string, number[]>
  missed: Record<string, number[]>
  days: Record<string, Day>
}

function load(): Kept {
  const found: Kept = { solved: {}, missed: {}, days: {} }
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Kept> | null
    for (const which of ['solved', 'missed'] as const)
      for (const [game, numbers] of Object.entries(kept?.[which] ?? {}))
        if (Array.isArray(numbers)) found[which][game] = numbers.filter((one) => Number.isInteger(one))
    for (const [day, one] of Object.entries(kept?.days ?? {}))
      if (typeof one?.marks === 'string' && Number.isInteger(one.hints)) found.days[day] = { marks: one.marks, hints: one.hints }
  } catch {
    // What cannot be read is begun anew.
  }
  return found
}

let kept: Kept = $state.raw(load())

function keep(change: (known: Kept) => Kept): void {
  // Another page of this browser may have kept something meanwhile.
  kept = change(load())
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept))
  } catch {
    // A private window may keep nothing; it is known as long as the page.
  }
}

export const solvedOf = (game: string): readonly number[] => kept.solved[game] ?? []
export const solvedInAll = (): number => Object.values(kept.solved).reduce((sum, numbers) => sum + numbers.length, 0)
export const missedOf = (game: string): readonly number[] => kept.missed[game] ?? []
export const dayOf = (day: number): Day | undefined => kept.days[day]

/** A puzzle is over: found, or shown. */
export function puzzled(game: string, number: number, found: boolean): void {
  keep((known) => {
    const without = (numbers: number[] = []) => numbers.filter((one) => one !== number)
    const solved = found ? [...without(known.solved[game]), number] : (known.solved[game] ?? [])
    const missed = found ? without(known.missed[game]) : [...without(known.missed[game]), number]
    return { ...known, solved: { ...known.solved, [game]: solved }, missed: { ...known.missed, [game]: missed } }
  })
}

/** The puzzle of a day counts once, as it was met first. */
export function dayDone(day: number, one: Day): void {
  keep((known) => {
    const days = Object.entries<Day>({ [day]: one, ...known.days }).sort(([a], [b]) => Number(a) - Number(b))
    return { ...known, days: Object.fromEntries(days.slice(-DAYS)) }
  })
}

/** Today as a number, 20261122: the same puzzle and the same deal everywhere. */
export function today(): number {
  const day = new Date()
  return day.getFullYear() * 10_000 + (day.getMonth() + 1) * 100 + day.getDate()
}

export function forgetPuzzles(): void {
  kept = { solved: {}, missed: {}, days: {} }
  try {
    localStorage.removeItem(PLACE)
  } catch {
    // Nothing was kept.
  }
}
