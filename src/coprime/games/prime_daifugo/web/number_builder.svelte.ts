import { formatList } from '$app/number_format'
import type { HandCard, Rack } from '$app/parts'
import { hasNoDigit, type CardScene } from './scene'

/** A part of the number that is being built: one raised card. */
export interface Part {
  id: string
  text: string
  /** As it stands in a label. */
  label: string
  name: string
}

/** The number that the raised cards make, in their order; and which number a card of several is to be. */
export class Building {
  /** The label of the number meant, by the id of the card. */
  meant: Record<string, string> = $state({})
  readonly #rack: Rack<CardScene>

  constructor(rack: Rack<CardScene>) {
    this.#rack = rack
    // A card of words and cards of figures do not stand together: the later one stays up.
    $effect.pre(() => {
      const { up } = rack
      const words = up.map(({ card }) => hasNoDigit(card))
      const last = words.at(-1)
      if (up.length > 1 && words.some((one) => one !== last || one))
        rack.raised = up.filter((_, i) => (last ? i === up.length - 1 : !words[i])).map(({ id }) => id)
      for (const id of Object.keys(this.meant)) if (!rack.raised.includes(id)) delete this.meant[id]
    })
  }

  /** A raised card of several numbers that has not been given one. */
  readonly asking: HandCard<CardScene> | undefined = $derived.by(() => this.#rack.up.find(({ id, card }) => card.values.length && !this.meant[id]))
  readonly parts: Part[] = $derived.by(() =>
    this.#rack.up.map(({ id, card }) => ({
      id,
      text: this.#textOf(id, card),
      label: this.meant[id] ?? card.id,
      name: formatList([card.name, card.power].filter(Boolean)),
    })),
  )
  readonly text: string = $derived(this.parts.map((part) => part.text).join(''))
  readonly label: string = $derived(`play ${this.parts.map((part) => part.label).join(' ')}`)

  valueOf({ id, card }: HandCard<CardScene>): CardScene['values'][number] | undefined {
    return card.values.find((one) => one.label === this.meant[id])
  }
  #textOf(id: string, card: CardScene): string {
    if (!card.values.length) return card.text
    const value = this.valueOf({ id, card })
    return value ? String(value.number) : '?'
  }

  /** Raises the cards of a play that has a label. */
  raise(play: string): void {
    const free = [...this.#rack.cards]
    this.meant = {}
    const ids: string[] = []
    const said: Record<string, string> = {}
    for (const word of play.split(' ').slice(1)) {
      const at = free.findIndex(({ card }) => card.id === word || card.values.some((value) => value.label === word))
      if (at < 0) return
      const [{ id, card }] = free.splice(at, 1) as [HandCard<CardScene>]
      ids.push(id)
      if (card.values.length) said[id] = word
    }
    this.#rack.raised = ids
    this.meant = said
  }
}
