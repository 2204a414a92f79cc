import { untrack } from 'svelte'
import type { Daifugo, Reading } from './scene'

type Answer = NonNullable<Daifugo['raised']>

/** The server's answer about the raised cards, and the play that they stand for where several are possible. */
export class Answers {
  #answer: { of: string; said: Answer } | null = $state.raw(null)
  /** Which of the readings is chosen. */
  reading = $state(0)
  readonly #key: () => string
  readonly #preview: (acts: string[]) => Promise<Daifugo | null>

  /** `key` is the labels of the raised cards in one order; `asks`: they may be played now; `scene` ends what was said. */
  constructor(scene: () => Daifugo, key: () => string, asks: () => boolean, preview: (acts: string[]) => Promise<Daifugo | null>) {
    this.#key = key
    this.#preview = preview
    $effect(() => {
      void scene()
      this.#answer = null
    })
    $effect(() => {
      const wanted = key()
      void this.#answer
      if (!asks() || !wanted) return
      const timer = setTimeout(() => void this.look(wanted), 60)
      return () => clearTimeout(timer)
    })
    $effect(() => {
      void key()
      untrack(() => (this.reading = 0))
    })
  }

  readonly said: Answer | null = $derived.by(() => (this.#key() && this.#answer?.of === this.#key() ? this.#answer.said : null))
  readonly several: Reading[] | null = $derived(this.said && this.said.plays.length > 1 ? this.said.plays : null)
  readonly chosen: Reading | undefined = $derived(this.said ? this.of(this.said) : undefined)

  /** The reading that is chosen among these. */
  of(said: Answer): Reading | undefined {
    return said.plays[Math.min(this.reading, said.plays.length - 1)]
  }
  next(): void {
    if (this.several) this.reading = (this.reading + 1) % this.several.length
  }
  async look(wanted: string): Promise<Answer | null> {
    if (this.#answer?.of === wanted) return this.#answer.said
    const shown = await this.#preview(wanted.split(' '))
    if (!shown?.raised) return null
    this.#answer = { of: wanted, said: shown.raised }
    return shown.raised
  }
}
