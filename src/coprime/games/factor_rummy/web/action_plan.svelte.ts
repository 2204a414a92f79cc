import { findCopies, identifyCopies, Rack, type HandCard } from '$app/parts'
import { playSound } from '$app/sound'
import { Aside } from './hand_set_groups.svelte'
import { cardName, equationOf, labelOf, SORTINGS, type CardScene, type Rummy, type Sorting } from './scene'
import { t } from './messages'

export interface Act {
  text: string
  /** The label of the action that is sent; '' where something is missing. */
  label: string
}

/** A turn before anything is sent: cards put aside as sets, the rest on the rack, and what these can do. */
export class Plan {
  readonly #scene: () => Rummy
  readonly cards = $derived.by(() => identifyCopies(this.#scene().hand))
  readonly aside = new Aside(
    () => this.cards,
    () => this.#scene().round,
  )
  readonly rack = new Rack(() => this.aside.rest)

  /** By value; sets that the table shows stand together, before the rest. */
  readonly #bySets = (cards: readonly HandCard<CardScene>[]): string[] => {
    const together = this.found.flatMap(({ ids }) => ids)
    return [...together, ...SORTINGS.value!(cards.filter(({ id }) => !together.includes(id)))]
  }

  constructor(scene: () => Rummy) {
    this.#scene = scene
    this.rack.sorting = this.#bySets
  }

  readonly up = $derived.by(() => this.rack.up.map(({ card }) => card))
  readonly one = $derived(this.up.length === 1 ? this.up[0]! : null)
  readonly sorting: Sorting = $derived(this.rack.sorting === this.#bySets ? 'value' : this.rack.sorting === SORTINGS.factor ? 'factor' : 'own')
  /** The sets that the table shows, as ids: those of which no card was put aside. */
  readonly found = $derived.by(() => {
    let rest = this.aside.rest
    return this.#scene().found.flatMap((cards) => {
      const ids = findCopies(rest, cards)
      if (ids.length < cards.length) return []
      rest = rest.filter(({ id }) => !ids.includes(id))
      return [{ ids, text: equationOf(ids.flatMap((id) => this.cards.find((one) => one.id === id)?.card ?? [])) }]
    })
  })

  sort(by: Sorting): void {
    if (by === 'own') this.rack.order = [...this.rack.order]
    else this.rack.sorting = by === 'value' ? this.#bySets : SORTINGS[by]
  }
  /** How a card's place is braced with its neighbours of a found set, while they stand together. */
  brace(id: string): string {
    const ids = this.sorting === 'value' ? this.found.find((set) => set.ids.includes(id))?.ids : undefined
    return ids ? ['brace', ids[0] === id && 'first', ids.at(-1) === id && 'last'].filter(Boolean).join(' ') : ''
  }
  /** Raises a found set alone, or lowers it. */
  touch(ids: readonly string[]): void {
    const up = ids.length === this.rack.raised.length && ids.every((id) => this.rack.raised.includes(id))
    this.rack.raised = up ? [] : [...ids]
    playSound('paper')
  }
  group(ids: string[], to: string): void {
    this.aside.carry(ids, to)
    this.rack.lower(...ids)
    playSound('wood')
  }
  /** Raises cards by name; those that were put aside come back for it. */
  show(cards: readonly string[]): void {
    const ids = findCopies(this.cards, cards)
    const away = ids.filter((id) => this.aside.sets.some((set) => set.includes(id)))
    if (away.length) this.aside.carry(away, 'hand')
    this.rack.raised = ids
  }
  putAside(): void {
    if (this.up.length > 1) this.group(this.rack.raised, 'new')
  }

  /** What the dark button does. */
  readonly main: Act | null = $derived.by(() => {
    const { one, up } = this
    const { stage } = this.#scene()
    if (stage === 'draw') return { text: t('draw'), label: 'draw' }
    if (stage === 'discard') return one ? { text: t('discard', { card: cardName(one) }), label: `discard ${one.id}` } : { text: t('discard.none'), label: '' }
    if (stage !== 'lay') return null
    const cards = up.length > 2 ? up : this.aside.groups.find((cards) => cards.length > 2)
    return cards ? { text: t('lay', { cards: equationOf(cards) }), label: `lay ${labelOf(cards)}` } : { text: t('lay.none'), label: '' }
  })
  /** Going out, with the raised card as the discard. */
  readonly out: Act = $derived.by(() => {
    const { one } = this
    return one && this.#scene().stage === 'discard'
      ? { text: t('out.with', { card: cardName(one) }), label: `out ${one.id}` }
      : { text: t('out'), label: 'out' }
  })
}
