/**
 * What the hints point at: cards that are ringed ("where to look"), then what is raised or ringed to be done ("show me").
 *
 * Whoever shows hints provides it; a card or button asks `useRings()` by the name that the scene has for it, and a game
 * raises with `onShown` what the last step says.
 */
import { getContext, setContext, untrack } from 'svelte'
import type { HandCard } from './card_selection.svelte'

export interface Hinted {
  /** The cards that the newest step is about, as the scene calls them. */
  cards: readonly string[]
  /** What the last step says is to be done, as actions; empty before it is opened. */
  acts: readonly string[]
}

const key = Symbol('hinted')
const NOTHING: Hinted = { cards: [], acts: [] }

export const provideHinted = (hinted: () => Hinted): (() => Hinted) => setContext(key, hinted)

const useHinted = (): (() => Hinted) => getContext<(() => Hinted) | undefined>(key) ?? (() => NOTHING)

/** Tells whether a card, a place or the button of an action is ringed. */
export function useRings(): (name: string) => boolean {
  const hinted = useHinted()
  return (name) => (hinted().acts.length ? hinted().acts : hinted().cards).includes(name)
}

/** Tells which copies of a hand are ringed, by id: none once they are raised. */
export function useHandRings(cards: () => readonly HandCard<unknown>[]): () => ReadonlySet<string> {
  const hinted = useHinted()
  return () => new Set(hinted().acts.length ? [] : findCopies(cards(), hinted().cards))
}

/** Calls `point` with the cards that a step before the last is about. */
export function onPointed(point: (cards: readonly string[]) => void): void {
  const hinted = useHinted()
  $effect(() => {
    const { cards, acts } = hinted()
    if (cards.length && !acts.length) untrack(() => point(cards))
  })
}

/** Calls `raise` once the last step has been opened, with the cards that it uses and its actions. */
export function onShown(raise: (cards: readonly string[], acts: readonly string[]) => void): void {
  const hinted = useHinted()
  $effect(() => {
    const { cards, acts } = hinted()
    if (acts.length) untrack(() => raise(cards, acts))
  })
}

/** The ids (`identifyCopies`) of the cards of these names, in their order; of two alike one for each time it is named. */
export function findCopies(cards: readonly HandCard<unknown>[], names: readonly string[]): string[] {
  const free = [...cards]
  return names.flatMap((name) => {
    const at = free.findIndex(({ id }) => id.replace(/#\d+$/, '') === name)
    return at < 0 ? [] : [free.splice(at, 1)[0]!.id]
  })
}
