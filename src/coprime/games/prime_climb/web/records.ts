/** The fewest rolls that one person took alone (CL-18), by the way of playing: kept on this device. */
const PLACE = 'coprime.prime_climb.rolls'

type Records = Record<string, { best: number; on: string }>

function load(): Records {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Records
  } catch {
    return {}
  }
}

export const wayOf = (options: Readonly<Record<string, unknown>>): string => JSON.stringify(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)))

export const recordOf = (way: string): { best: number; on: string } | null => load()[way] ?? null

/** Keeps a result if it is the best. */
export function keepRecord(way: string, rolls: number, on: string): void {
  const all = load()
  if ((all[way]?.best ?? Infinity) <= rolls) return
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...all, [way]: { best: rolls, on } }))
  } catch {
    // A private window may keep nothing.
  }
}
