/**
 * What a person does with cards before anything is sent: raise them, lower them, sort them.
 *
 * `Selection` knows what is raised, in the order in which it was raised. `Rack` is a selection whose cards stand in an
 * order of the person's own; the part `Hand` draws it and lets it be used by tap, pointer, keys and a screen reader.
 * Neither knows rules: a game reads `up`, makes a label of it, and asks the server.
 *
 *     const rack = new Rack(() => identifyCopies(scene.hand), { most: () => (scene.discarding ? 1 : 3) })
 *     const label = $derived(['play', ...rack.up.map(({ card }) => card.id)].join(' '))
 *     const commit = () => rack.play(() => send([label]))
 *     <Hand {rack} face={({ card }) => face(card)} label={t('hand')} />
 *
 * Both are made while a component is set up, as their cards are followed by an effect.
 */
import { playSound } from '$app/sound'

/** A card and its id. Two cards with the same print have different ids. */
export interface HandCard<C> {
  id: string
  card: C
}

/** An id for every copy: the label of the card, and which of those that are alike. */
export function identifyCopies<C extends { id: string }>(cards: readonly C[]): HandCard<C>[] {
  const seen = new Map<string, number>()
  return cards.map((card) => {
    const nth = seen.get(card.id) ?? 0
    seen.set(card.id, nth + 1)
    return { id: `${card.id}#${nth}`, card }
  })
}

interface Limits {
  /** At most so many can be raised; the first raised one is lowered then. 0: no limit. */
  most?: () => number
}

export class Selection<C> {
  /** The ids of what is raised, in the order it was raised. */
  raised: string[] = $state([])
  readonly #cards: () => readonly HandCard<C>[]
  readonly #most: () => number

  constructor(cards: () => readonly HandCard<C>[], { most = () => 0 }: Limits = {}) {
    this.#cards = cards
    this.#most = most
    // What has gone is forgotten: should it come back, it lies as any other.
    $effect.pre(() => {
      const stays = this.raised.filter((id) => this.#byId.has(id))
      if (stays.length < this.raised.length) this.raised = stays
    })
  }

  #last: readonly HandCard<C>[] = []
  /** A card that stays is the same object, and a hand that stays the same array: neither is drawn again. */
  readonly cards: readonly HandCard<C>[] = $derived.by(() => {
    const before = new Map(this.#last.map((held) => [held.id, held]))
    const cards = this.#cards().map((held) => (before.get(held.id)?.card === held.card ? before.get(held.id)! : held))
    if (cards.length !== this.#last.length || cards.some((held, i) => held !== this.#last[i])) this.#last = cards
    return this.#last
  })
  readonly #byId = $derived(new Map(this.cards.map((held) => [held.id, held])))
  /** What is raised and still there, in the order it was raised. */
  readonly up: readonly HandCard<C>[] = $derived(this.raised.flatMap((id) => this.#byId.get(id) ?? []))

  card(id: string): C | undefined {
    return this.#byId.get(id)?.card
  }

  /** Raises what lies, lowers what is raised. */
  toggle(id: string): void {
    const most = this.#most()
    const { raised } = this
    if (raised.includes(id)) this.lower(id)
    else this.raised = [...(most && raised.length >= most ? raised.slice(1) : raised), id]
  }

  /** Lowers these; all where none is named. */
  lower(...ids: string[]): void {
    this.raised = ids.length ? this.raised.filter((id) => !ids.includes(id)) : []
  }

  /**
   * Sends what is raised, and lowers it when it was kept. True when both happened: whoever has raised something else
   * meanwhile goes on with that.
   */
  async play(send: () => Promise<boolean>): Promise<boolean> {
    const sent = [...this.raised]
    if (!(await send()) || this.raised.some((id) => !sent.includes(id))) return false
    this.lower()
    return true
  }
}

export class Rack<C> extends Selection<C> {
  #order: readonly string[] = $state.raw([])
  /** A way in which the cards keep themselves sorted, until one is moved: their ids in order. */
  sorting: ((cards: readonly HandCard<C>[]) => string[]) | null = $state.raw(null)

  /** The ids in the order of the person's own. New cards are put at the end, gone ones left out; empty: as they came. */
  get order(): readonly string[] {
    return this.sorting?.(this.cards) ?? this.#order
  }
  set order(ids: readonly string[]) {
    this.#order = ids
    this.sorting = null
  }

  /** The cards as they stand. */
  readonly standing: readonly HandCard<C>[] = $derived.by(() => {
    const left = new Map(this.cards.map((held) => [held.id, held]))
    const known = this.order.flatMap((id) => left.get(id) ?? [])
    known.forEach(({ id }) => left.delete(id))
    return [...known, ...left.values()]
  })

  override toggle(id: string): void {
    super.toggle(id)
    playSound('paper')
  }

  /** For a figure on the keyboard: the nth card as they stand; 0 is the tenth. */
  raiseNth(digit: number): void {
    const held = this.standing[(digit || 10) - 1]
    if (held) this.toggle(held.id)
  }

  /** Puts a card to a place. False where it stands there already, or there is no such place. */
  move(id: string, to: number): boolean {
    const ids = this.standing.map((held) => held.id)
    const from = ids.indexOf(id)
    if (from < 0 || to < 0 || to >= ids.length || from === to) return false
    ids.splice(to, 0, ...ids.splice(from, 1))
    this.order = ids
    return true
  }
}
