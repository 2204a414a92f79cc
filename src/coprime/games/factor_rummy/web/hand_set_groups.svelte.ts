import type { HandCard } from '$app/parts'
import { moveCardsToGroup, keepHeldCards, type CardScene } from './scene'

const size = (card?: CardScene) => Number(card?.figure ?? 0)

/** Cards put aside as sets, as a person thinks of them; what is left stands on the rack. */
export class Aside {
  #put: { round: number; sets: string[][] } = $state.raw({ round: 0, sets: [] })
  readonly #cards: () => readonly HandCard<CardScene>[]
  readonly #round: () => number

  /** What was put aside in one `round` is forgotten in the next, even where equal cards are dealt. */
  constructor(cards: () => readonly HandCard<CardScene>[], round: () => number) {
    this.#cards = cards
    this.#round = round
  }

  /** The ids of each set, its largest card first. */
  readonly sets: string[][] = $derived.by(() =>
    keepHeldCards(
      this.#put.round === this.#round() ? this.#put.sets : [],
      this.#cards().map(({ id }) => id),
    ).map((ids) => [...ids].sort((a, b) => size(this.#byId.get(b)) - size(this.#byId.get(a)))),
  )
  readonly #byId = $derived.by(() => new Map(this.#cards().map(({ id, card }) => [id, card])))
  /** The cards of the sets, alike in order. */
  readonly groups: CardScene[][] = $derived(this.sets.map((ids) => ids.map((id) => this.#byId.get(id)!)))
  readonly #away = $derived(new Set(this.sets.flat()))
  /** What is in no set. */
  readonly rest: readonly HandCard<CardScene>[] = $derived.by(() => this.#cards().filter(({ id }) => !this.#away.has(id)))

  /** Carries cards to a set, by its index, to a `new` one, or back to the `hand`. */
  carry(ids: readonly string[], to: string): void {
    this.#put = { round: this.#round(), sets: moveCardsToGroup(this.sets, ids, to) }
  }
}
