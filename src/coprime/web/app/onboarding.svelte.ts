import { objectEntries, isText, validItems, LocalStore } from './local_store.svelte'
import { finishedMatches } from './finished_matches.svelte'

/** What somebody new said of themselves: how old they are, or that they know cards. */
export const GROUPS = ['8', '12', '13', 'cards'] as const
export type Group = (typeof GROUPS)[number]

export interface FirstSteps {
  /** Whoever sits here is not new, or wants to see everything at once. */
  experienced: boolean
  /** "Which game?" was answered or skipped. */
  asked: boolean
  group: Group | ''
  /** The games that were new to somebody at this device: their marks and panels come one by one. */
  guided: string[]
  /** The games whose first turn was done or skipped. */
  begun: string[]
  /** By game, the parts of its table whose caption was shown. */
  told: Record<string, string[]>
}

const store = new LocalStore<FirstSteps>('coprime.first', (found) => {
  const known = (found ?? {}) as Partial<FirstSteps>
  return {
    experienced: known.experienced === true,
    asked: known.asked === true,
    group: GROUPS.find((one) => one === known.group) ?? '',
    guided: validItems(known.guided, isText),
    begun: validItems(known.begun, isText),
    told: Object.fromEntries(objectEntries(known.told).map(([game, parts]) => [game, validItems(parts, isText)])),
  }
})
const withItem = (list: readonly string[], one: string) => [...new Set([...list, one])]

export const isExperienced = (): boolean => store.value.experienced
export const setExperienced = (experienced: boolean): void => store.change((known) => ({ ...known, experienced }))

/** Whether home asks which game to begin with: once, and only somebody who has finished no match here. */
export const asksWhichGame = (): boolean => !store.value.experienced && !store.value.asked && !finishedMatches().length
export const chosenGroup = (): Group | '' => store.value.group
export const recordGroup = (group: Group): void => store.change((known) => ({ ...known, group }))
export const recordAsked = (): void => store.change((known) => ({ ...known, asked: true }))

/** Whether a first match of this game begins with a guided turn. */
export const needsFirstTurn = (game: string): boolean => !store.value.experienced && !store.value.begun.includes(game) && !finishedMatches(game).length
export const recordFirstTurn = (game: string): void =>
  store.change((known) => ({ ...known, asked: true, begun: withItem(known.begun, game), guided: withItem(known.guided, game) }))

/** Whether marks and panels of this game come one by one. */
export const isGuided = (game: string): boolean => !store.value.experienced && store.value.guided.includes(game)
/** Remember that somebody new has come to a table of this game. */
export function recordGuided(game: string): void {
  if (store.value.guided.includes(game)) return
  store.change((known) => ({ ...known, guided: withItem(known.guided, game) }))
}
export const wasTold = (game: string, part: string): boolean => !!store.value.told[game]?.includes(part)
export const recordTold = (game: string, part: string): void =>
  store.change((known) => ({ ...known, told: { ...known.told, [game]: withItem(known.told[game] ?? [], part) } }))

export const forgetFirstSteps = (): void => store.forget()
