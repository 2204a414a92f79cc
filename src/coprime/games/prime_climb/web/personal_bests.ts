import { LocalStore } from '$app/local_store.svelte'

type Records = Record<string, { best: number; on: string }>

/** The fewest rolls that one person took alone (CL-18), by the way of playing. */
const store = new LocalStore<Records>('coprime.prime_climb.rolls', (found) => (found ?? {}) as Records)

export const wayOf = (options: Readonly<Record<string, unknown>>): string => JSON.stringify(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)))

export const recordOf = (way: string): { best: number; on: string } | null => store.value[way] ?? null

/** Keeps a result if it is the best. */
export function keepRecord(way: string, rolls: number, on: string): void {
  store.change((all) => ((all[way]?.best ?? Infinity) <= rolls ? all : { ...all, [way]: { best: rolls, on } }))
}
