/** Finished matches, kept on this device, and their tallies. */
import { isText, validItems, LocalStore } from './local_store.svelte'

/** Enough for years; the oldest go first. */
const MOST = 3000

export interface Match {
  /** Table and match: each counts once. */
  id: string
  game: string
  /** Seconds since the epoch. */
  at: number
  won: boolean
  /** The strongest level among the bots that played; '' where none did. */
  level: string
  /** The value of the game's ladder, where it has one. */
  step?: string | number
  hints: number
}

export interface Tally {
  played: number
  won: number
}

/** The matches that somebody has finished at this device. Everything else is counted from them. */
const store = new LocalStore<Match[]>('coprime.games', (found) =>
  validItems(found, (one): one is Match => isText((one as Match | null)?.id) && isText((one as Match).game)),
)

/** In the order in which they ended. */
export function finishedMatches(game?: string): Match[] {
  return game === undefined ? store.value : store.value.filter((one) => one.game === game)
}

/** Store a finished match, once, however often its end is shown. */
export function recordMatch(match: Omit<Match, 'at'>): void {
  store.change((known) => (known.some(({ id }) => id === match.id) ? known : [...known, { ...match, at: Math.floor(Date.now() / 1000) }].slice(-MOST)))
}

/** Matches and wins by what `of` says of each; what it gives '' or nothing for is left out. */
export function tallyMatches(of: (match: Match) => string | number | undefined, among = store.value): Map<string | number, Tally> {
  const found = new Map<string | number, Tally>()
  for (const match of among) {
    const key = of(match)
    if (key === undefined || key === '') continue
    const { played, won } = found.get(key) ?? { played: 0, won: 0 }
    found.set(key, { played: played + 1, won: won + Number(match.won) })
  }
  return found
}

export const hasWon = (game: string): boolean => store.value.some((one) => one.game === game && one.won)

/** How many were won one after another: up to now, and at best. */
export function countStreaks(among: readonly Match[]): { now: number; best: number } {
  let now = 0
  let best = 0
  for (const { won } of among) {
    now = won ? now + 1 : 0
    best = Math.max(best, now)
  }
  return { now, best }
}

export const forgetMatches = (): void => store.forget()
