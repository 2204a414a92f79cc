import { Selection } from '$app/parts/card_selection.svelte'
import { LONGEST_RUN, type Built, type PlacedCard, type Solitaire } from './scene'

/** Two taps on the same card within so many ms are one. */
const TWICE = 350
const ASKED = 40

interface Around {
  scene: () => Solitaire
  live: () => boolean
  /** The scene with the arithmetic of what a label would take. */
  preview: (label: string) => Promise<Solitaire | null>
  take: (label: string) => unknown
}

/**
 * What is raised: cards of the foundation, and a run from the top of the stack. A card is called by its place, a card of the
 * stack `+n`, the nth from the top, which is raised with all that lie on it.
 */
export class Picking {
  readonly #chosen: Selection<PlacedCard>
  readonly #around: Around
  #run = $state(0)
  #answered: { label: string; built: Built | null } | null = $state.raw(null)
  /** Labels that the server accepts as a set in this position. */
  #sets = new Set<string>()
  #last = { card: '', at: -TWICE, raised: [] as string[], run: 0 }

  constructor(around: Around) {
    this.#around = around
    this.#chosen = new Selection(() => around.scene().foundation.map((card) => ({ id: card.id, card })))
    $effect(() => {
      void around.scene()
      this.#sets.clear()
    })
    $effect(() => {
      void around.scene()
      const wanted = this.label
      if (!around.live() || !wanted) return
      const timer = setTimeout(async () => {
        const built = (await around.preview(wanted))?.built ?? null
        if (built?.ok) this.#sets.add(wanted)
        if (this.label === wanted) this.#answered = { label: wanted, built }
      }, ASKED)
      return () => clearTimeout(timer)
    })
  }

  readonly up: string[] = $derived.by(() => this.#chosen.up.map(({ id }) => id))
  readonly run: number = $derived.by(() => Math.min(this.#run, this.#around.scene().stack.length))
  /** What would be sent; '' while nothing is raised. */
  readonly label: string = $derived(this.#label(this.up, this.run))
  readonly built: Built | null = $derived.by(() => (this.label && this.#answered?.label === this.label ? this.#answered.built : null))

  #label(raised: readonly string[], run: number): string {
    const places = [...raised].sort((a, b) => Number(a) - Number(b))
    return places.length || run ? ['take', ...places, ...(run ? [`+${run}`] : [])].join(' ') : ''
  }
  #toggle(card: string): void {
    const deep = Number(card.slice(1))
    if (card.startsWith('+')) this.#run = deep <= this.run ? deep - 1 : deep
    else this.#chosen.toggle(card)
  }

  /** Raises or lowers. Two taps on a card of a set that stands, or that the first of them makes, take it. */
  tap(card: string, { detail, timeStamp }: { detail: number; timeStamp: number }): void {
    const { card: before, at, raised, run } = this.#last
    const twice = detail > 0 && card === before && timeStamp - at < TWICE
    this.#last = { card: twice ? '' : card, at: timeStamp, raised: this.up, run: this.run }
    if (twice && this.#sets.has(this.#label(raised, run))) {
      this.#chosen.raised = raised
      this.#run = run
    } else if (!twice || !this.#sets.has(this.label)) return this.#toggle(card)
    this.#around.take(this.label)
  }

  /** Raises both. */
  join(...cards: string[]): void {
    for (const card of cards) {
      const deep = card.startsWith('+') ? Number(card.slice(1)) : 0
      if (deep) this.#run = Math.max(this.run, deep)
      else if (!this.up.includes(card)) this.#chosen.toggle(card)
    }
  }

  /** The nth open card from the left. */
  raiseNth(n: number): void {
    const open = this.#around.scene().foundation.filter((one) => one.open)
    const card = open.sort((a, b) => a.across - b.across)[n - 1]
    if (card) this.#chosen.toggle(card.id)
  }

  /** One card more of the stack; none after the last that a set can use. */
  deeper(): void {
    this.#run = this.run < Math.min(LONGEST_RUN, this.#around.scene().stack.length) ? this.run + 1 : 0
  }

  /** Raises what a label takes; nothing for another action. */
  show(label: string): void {
    const [verb, ...words] = label.split(' ')
    this.lower()
    if (verb !== 'take') return
    this.#chosen.raised = words.filter((word) => !word.startsWith('+'))
    this.#run = Number(words.find((word) => word.startsWith('+'))?.slice(1) ?? 0)
  }

  lower(): void {
    this.#chosen.lower()
    this.#run = 0
  }
}
