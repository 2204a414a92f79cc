/** One's tables over days: whose turn it is there and how long, kept up to date by the server. */
import { createSubscriber } from 'svelte/reactivity'
import { sendRequest } from './api'
import { isWhole, LocalStore } from './local_store.svelte'
import { t } from './messages'

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

export interface Turn {
  code: string
  game: string
  phase: string
  /** It is one's own turn. */
  yours: boolean
  /** The others who are asked, and everybody else there. */
  asked: string[]
  others: string[]
  /** Seconds of who is asked when the list came; null where nobody is asked. */
  left: number | null
  stands: boolean
}

/** The hours that a table may give for a move. */
export const MOVE_HOURS = [1, 6, 12, 24, 48, 72, 168] as const

/** How many there were when this device heard last: without any nothing is asked for, and their room is kept until they are known. */
const known = new LocalStore('coprime.turns', (found) => (isWhole(found) ? Math.min(Math.max(found, 0), 200) : 0))
export const knownTurns = (): number => known.value

/** The list with the time at which it came. */
interface TurnList {
  tables: readonly Turn[]
  at: number
}
let list: TurnList | undefined = $state.raw()

const tick = createSubscriber((update) => {
  const timer = setInterval(update, 15_000)
  return () => clearInterval(timer)
})

/** The tables over days; undefined until they are known. */
export const turns = (): readonly Turn[] | undefined => list?.tables
/** At how many tables it is one's turn, but for the one that is open. */
export const turnCount = (but = ''): number => list?.tables.filter(({ yours, code }) => yours && code !== but).length ?? 0
/** The seconds that are left now. */
export function secondsLeft({ left, stands }: Turn): number | null {
  if (left === null || stands || !list) return left
  tick()
  return Math.max(0, left - (performance.now() - list.at) / 1000)
}

export function recordTurns(tables: readonly Turn[]): void {
  list = { tables, at: performance.now() }
  known.change(() => tables.length)
}
/** There is a table over days on this page, so that there is a list to follow from now on. */
export const recordTurnTable = (): void => {
  if (!known.value) known.change(() => 1)
}
export const loadTurns = async (): Promise<void> => recordTurns((await sendRequest<{ tables: Turn[] }>('GET', '/api/turns')).tables)

/** Follow the list until the returned function is called; the browser connects again by itself. */
export function followTurns(open: (path: string) => EventSource = (path) => new EventSource(path)): () => void {
  const source = open('/api/turns/stream')
  source.onmessage = ({ data }) => recordTurns((JSON.parse(data as string) as { tables: Turn[] }).tables)
  return () => source.close()
}

/** "47 h left", "2 days left" */
export function leftText(seconds: number): string {
  if (seconds >= 2 * DAY) return t('turns.left.days', { n: Math.floor(seconds / DAY) })
  if (seconds >= HOUR) return t('turns.left.hours', { n: Math.floor(seconds / HOUR) })
  if (seconds >= MINUTE) return t('turns.left.minutes', { n: Math.floor(seconds / MINUTE) })
  return t('turns.left.end')
}

/** "6 hours", "3 days": the time of a move. */
export const moveTimeText = (hours: number): string => (hours % 24 ? t('days.hours', { n: hours }) : t('days.days', { n: hours / 24 }))
