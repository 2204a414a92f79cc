import { findCopies, identifyCopies, Rack } from '$app/parts'
import { playSound } from '$app/sound'
import { Aside } from './aside.svelte'
import { called, equationOf, labelOf, SORTINGS, type Rummy, type Sorting } from './scene'
import { t } from './speak'

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

  constructor(scene: () => Rummy) {
    this.#scene = scene
    this.rack.sorting = SORTINGS.value
  }

  readonly up = $derived.by(() => this.rack.up.map(({ card }) => card))
  readonly one = $derived(this.up.length === 1 ? this.up[0]! : null)
  readonly sorting = $derived((Object.keys(SORTINGS) as Sorting[]).find((by) => SORTINGS[by] === this.rack.sorting)!)

  sort(by: Sorting): void {
    if (by === 'own') this.rack.order = [...this.rack.order]
    else this.rack.sorting = SORTINGS[by]
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
    if (stage === 'discard') return one ? { text: t('discard', { card: called(one) }), label: `discard ${one.id}` } : { text: t('discard.none'), label: '' }
    if (stage !== 'lay') return null
    const cards = up.length > 2 ? up : this.aside.groups.find((cards) => cards.length > 2)
    return cards ? { text: t('lay', { cards: equationOf(cards) }), label: `lay ${labelOf(cards)}` } : { text: t('lay.none'), label: '' }
  })
  /** Going out, with the raised card as the discard. */
  readonly out: Act = $derived.by(() => {
    const { one } = this
    return one && this.#scene().stage === 'discard' ? { text: t('out.with', { card: called(one) }), label: `out ${one.id}` } : { text: t('out'), label: 'out' }
  })
}
