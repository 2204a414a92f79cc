/** The matches that somebody has finished at this device: kept here, never sent. Everything else is counted from them. */
const PLACE = 'coprime.games'
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

function load(): Match[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(kept) ? (kept as Match[]).filter((one) => typeof one?.id === 'string' && typeof one.game === 'string') : []
  } catch {
    return []
  }
}

let matches: Match[] = $state.raw(load())

/** In the order in which they ended. */
export function finishedMatches(game?: string): Match[] {
  return game === undefined ? matches : matches.filter((one) => one.game === game)
}

/** A match is over: counted once, however often its end is looked at. */
export function finished(match: Omit<Match, 'at'>): void {
  // Another page of this browser may have counted meanwhile.
  const known = load()
  if (known.some(({ id }) => id === match.id)) return
  matches = [...known, { ...match, at: Math.floor(Date.now() / 1000) }].slice(-MOST)
  try {
    localStorage.setItem(PLACE, JSON.stringify(matches))
  } catch {
    // A private window may keep nothing; the count then lasts as long as the page.
  }
}

/** Matches and wins by what `of` says of each; what it gives '' or nothing for is left out. */
export function tallies(of: (match: Match) => string | number | undefined, among = matches): Map<string | number, Tally> {
  const found = new Map<string | number, Tally>()
  for (const match of among) {
    const key = of(match)
    if (key === undefined || key === '') continue
    const { played, won } = found.get(key) ?? { played: 0, won: 0 }
    found.set(key, { played: played + 1, won: won + Number(match.won) })
  }
  return found
}

export const hasWon = (game: string): boolean => matches.some((one) => one.game === game && one.won)

/** How many were won one after another: up to now, and at best. */
export function streaks(among: readonly Match[]): { now: number; best: number } {
  let now = 0
  let best = 0
  for (const { won } of among) {
    now = won ? now + 1 : 0
    best = Math.max(best, now)
  }
  return { now, best }
}

export function forgetMatches(): void {
  matches = []
  try {
    localStorage.removeItem(PLACE)
  } catch {
    // Nothing was kept.
  }
}

/** Everything that this device keeps, as text to be saved. */
export function copy(): string {
  const kept: Record<string, unknown> = {}
  try {
    for (const place of Object.keys(localStorage)
      .filter((one) => one.startsWith('coprime.'))
      .sort()) {
      const text = localStorage.getItem(place) ?? ''
      try {
        kept[place] = JSON.parse(text)
      } catch {
        kept[place] = text
      }
    }
  } catch {
    // A window that keeps nothing has nothing to save.
  }
  return JSON.stringify(kept, null, 2)
}
