/** The weekly deal: what the server says of it, and the tables at which this device plays it. */
import { sendRequest } from './api'
import { isText, isWhole, LocalStore, validItems } from './local_store.svelte'

/** Tables of a week that are remembered: the newest ones. */
const TABLES = 5

export interface WeeklyResult {
  place: number
  name: string
  /** Less is better. */
  score: number
  text: string
  you: boolean
}
/** The weekly deal of the server and the results on its table; where it is off there is none. */
export type Weekly =
  | { on: false }
  | {
      on: true
      /** By the ISO calendar: 202648. */
      week: number
      /** The first and the last day, 2026-11-23. */
      from: string
      to: string
      game: string
      title: string
      deal: number
      rule: string
      results: WeeklyResult[]
      mine: WeeklyResult | null
    }

interface Played {
  week: number
  codes: string[]
}

/** At which tables this device has played the weekly deal; nothing of it is sent before somebody says so. */
const store = new LocalStore<Played>('coprime.weekly', (found) => {
  const known = (found ?? {}) as Partial<Played>
  return { week: isWhole(known.week) ? known.week : 0, codes: validItems(known.codes, isText) }
})

export const weeklyTables = (week: number): readonly string[] => (store.value.week === week ? store.value.codes : [])
export const isWeeklyTable = (code: string): boolean => store.value.codes.includes(code)
export const recordWeeklyTable = (week: number, code: string): void =>
  store.change((known) => ({ week, codes: [...(known.week === week ? known.codes : []).filter((one) => one !== code), code].slice(-TABLES) }))

export const weekly = {
  look: () => sendRequest<Weekly>('GET', '/api/weekly'),
  openTable: () => sendRequest<{ code: string }>('POST', '/api/weekly/table', {}),
  put: (code: string, name: string) => sendRequest<void>('POST', '/api/weekly/result', { code, name }),
  takeAway: () => sendRequest<void>('DELETE', '/api/weekly/result'),
}

/** Whether this server has a weekly deal, as this device heard last. */
const offered = new LocalStore('coprime.weekly.on', (found) => found === true)

export const hasWeekly = (): boolean => offered.value
export async function askForWeekly(): Promise<void> {
  const { on } = await weekly.look()
  if (on !== offered.value) offered.change(() => on)
}
