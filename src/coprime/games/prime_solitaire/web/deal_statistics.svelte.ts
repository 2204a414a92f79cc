/** The deals played at this device, for statistics: kept here, never sent. */
const PLACE = 'coprime.solitaire'
const MOST = 500

export interface Played {
  /** Which table and match. */
  key: string
  /** Level and layout: what is counted together. */
  sort: string
  /** The fewest cards that the draw pile had; more than that later means that a card was turned back. */
  least: number
  peeked: boolean
  /** The way through was shown. */
  shown: boolean
  seconds: number
  result: '' | 'won' | 'lost'
}
interface Kept {
  deals: Played[]
  clock: boolean
}

function load(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Kept>
    return { deals: Array.isArray(kept.deals) ? kept.deals : [], clock: kept.clock !== false }
  } catch {
    return { deals: [], clock: true }
  }
}

const store: Kept = $state(load())

function keep(): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(store))
  } catch {
    // A private window may keep nothing; the statistics then last as long as the page.
  }
}

export const clockShown = (): boolean => store.clock
export function showClock(on: boolean): void {
  store.clock = on
  keep()
}

/** The deal of a key; made when it is new. */
export function dealOf(key: string, sort: string, left: number): Played {
  const found = store.deals.find((deal) => deal.key === key)
  if (found) return found
  store.deals = [...store.deals.slice(1 - MOST), { key, sort, least: left, peeked: false, shown: false, seconds: 0, result: '' }]
  keep()
  return store.deals.at(-1)!
}

/** Notes how far the draw pile is. */
export function noteLeft(deal: Played, left: number): void {
  if (left > deal.least) deal.peeked = true
  deal.least = Math.min(deal.least, left)
  keep()
}
export function noteSecond(deal: Played): void {
  deal.seconds++
  if (deal.seconds % 5 === 0) keep()
}
export function noteShown(deal: Played): void {
  deal.shown = true
  keep()
}
/** How it ended. A game gone on with after its end counts as it ends then. */
export function noteResult(deal: Played, won: boolean): void {
  deal.result = won ? 'won' : 'lost'
  keep()
}

export interface Counts {
  played: number
  won: number
  /** Won after a card had been turned back: counted apart. */
  peeked: number
  streak: number
  best: number
}
/** The counts of a level and layout. A deal whose way through was shown does not count as won. */
export function countDeals(sort: string): Counts {
  const found = { played: 0, won: 0, peeked: 0, streak: 0, best: 0 }
  for (const deal of store.deals) {
    if (deal.sort !== sort || !deal.result) continue
    const won = deal.result === 'won' && !deal.shown
    found.played++
    if (won && deal.peeked) found.peeked++
    else if (won) found.won++
    found.streak = won && !deal.peeked ? found.streak + 1 : 0
    found.best = Math.max(found.best, found.streak)
  }
  return found
}
export function forgetDeals(sort: string): void {
  store.deals = store.deals.filter((deal) => deal.sort !== sort || !deal.result)
  keep()
}
