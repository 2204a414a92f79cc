/** When the items of a game's trainer come back, the items that somebody has typed, and the positions of own matches; kept on this device. */
import { ordinalOf, todayNumber } from './current_day.svelte'
import type { DrillPosition } from './drill_types'
import { isText, isWhole, LocalStore, objectEntries, validItems } from './local_store.svelte'

/** Days after which an item that was missed is due: after the miss, and after each right answer since. */
export const INTERVALS = [1, 3, 9] as const
/** Own items of a game that are remembered, and positions as well; the oldest go first. */
export const MOST_OWN = 100

/** How many of INTERVALS an item has left behind, all of them where it stays, and the ordinal of the day on which it is due. */
type Progress = [passed: number, due: number]
/** An item of somebody's own: its name, and the text that the server reads it from. */
export interface OwnItem {
  name: string
  text: string
  title: string
}
interface GameDrills {
  items: Record<string, Progress>
  own: OwnItem[]
  /** Sure wins that were missed in matches. */
  positions: DrillPosition[]
}

const isProgress = (one: unknown): one is Progress => Array.isArray(one) && one.length === 2 && one.every(isWhole)
const isOwn = (one: unknown): one is OwnItem => [(one as OwnItem | null)?.name, (one as OwnItem | null)?.text, (one as OwnItem | null)?.title].every(isText)

const store = new LocalStore<Record<string, GameDrills>>('coprime.drills', (found) =>
  Object.fromEntries(
    (objectEntries(found) as [string, Partial<GameDrills> | null][]).map(([game, known]) => [
      game,
      {
        items: Object.fromEntries(objectEntries(known?.items).filter((one): one is [string, Progress] => isProgress(one[1]))),
        own: validItems(known?.own, isOwn),
        positions: validItems(known?.positions, isOwn),
      },
    ]),
  ),
)

const NONE: GameDrills = { items: {}, own: [], positions: [] }
const drillsOf = (game: string): GameDrills => store.value[game] ?? NONE

function changeDrills(game: string, change: (known: GameDrills) => Partial<GameDrills>): void {
  store.change((all) => {
    const known = all[game] ?? NONE
    return { ...all, [game]: { ...known, ...change(known) } }
  })
}

/**
 * Store how an item was answered on a day. A miss begins the intervals anew; a right answer on the day on which it is due,
 * or later, leads to the next one, and sooner it changes nothing. An item that is right at first stays.
 */
export function recordDrill(game: string, name: string, right: boolean, day: number = todayNumber()): void {
  const now = ordinalOf(day)
  changeDrills(game, ({ items }) => {
    const [passed, due] = items[name] ?? [INTERVALS.length, 0]
    if (!right) return { items: { ...items, [name]: [0, now + INTERVALS[0]] } }
    if (passed < INTERVALS.length && due > now) return {}
    const next = Math.min(passed + 1, INTERVALS.length)
    return { items: { ...items, [name]: [next, next < INTERVALS.length ? now + INTERVALS[next]! : 0] } }
  })
}

/** Names of the items that are due on a day, those that are due longest first. */
export function dueItems(game: string, day: number = todayNumber()): string[] {
  const now = ordinalOf(day)
  return Object.entries(drillsOf(game).items)
    .filter(([, [passed, due]]) => passed < INTERVALS.length && due <= now)
    .sort(([a, [, first]], [b, [, second]]) => first - second || (a < b ? -1 : 1))
    .map(([name]) => name)
}

/** `new`: never answered; `missed`: it comes back; `known`: it stays. */
export function drillState(game: string, name: string): 'new' | 'missed' | 'known' {
  const found = drillsOf(game).items[name]
  return !found ? 'new' : found[0] < INTERVALS.length ? 'missed' : 'known'
}

export const countKnownItems = (game: string, names: readonly string[]): number => names.filter((name) => drillState(game, name) === 'known').length

export const ownItems = (game: string): readonly OwnItem[] => drillsOf(game).own
export const addOwnItem = (game: string, item: OwnItem): void =>
  changeDrills(game, ({ own }) => ({ own: [...own.filter(({ name }) => name !== item.name), item].slice(-MOST_OWN) }))
export const removeOwnItem = (game: string, name: string): void => changeDrills(game, ({ own }) => ({ own: own.filter((one) => one.name !== name) }))

export const keptPositions = (game: string): readonly DrillPosition[] => drillsOf(game).positions
export const keepPosition = (game: string, { name, title, text }: DrillPosition): void =>
  changeDrills(game, ({ positions }) => ({ positions: [...positions.filter((one) => one.name !== name), { name, title, text }].slice(-MOST_OWN) }))
export const removePosition = (game: string, name: string): void =>
  changeDrills(game, ({ positions }) => ({ positions: positions.filter((one) => one.name !== name) }))

export const forgetDrills = (): void => store.forget()
