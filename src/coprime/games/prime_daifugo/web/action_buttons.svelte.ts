import { untrack } from 'svelte'
import type { Daifugo } from './scene'

export type Action = Daifugo['actions'][number]

/** What stands beside Play, in this order. */
const PLACES = ['draw', 'D', 'skip', 'pass']

/** The buttons beside Play: they keep their places through a turn, and while others play. */
export class Offered {
  /** Why a button could not be used that has just been pressed. */
  reason = $state('')
  #known: Action[] = $state.raw([])
  #mine = false
  readonly #scene: () => Daifugo

  constructor(scene: () => Daifugo) {
    this.#scene = scene
    $effect.pre(() => {
      const { actions, discarding } = scene()
      untrack(() => this.#see(actions, discarding))
    })
    $effect(() => {
      void scene()
      this.reason = ''
    })
  }

  #see(actions: Action[], discarding: boolean): void {
    if (actions.length) {
      // A D that has been played in this turn leaves its place empty.
      const gone = this.#known.filter((one) => this.#mine && !actions.some(({ label }) => label === one.label))
      this.#known = [...actions, ...gone.map((one) => this.#idle(one))]
    }
    this.#mine = actions.length > 0 || discarding
  }

  #idle(action: Action): Action {
    return { ...action, ok: false, why: this.#scene().ask }
  }

  readonly all: Action[] = $derived.by(() => {
    const { actions, hand } = this.#scene()
    const held = (label: string) => PLACES.indexOf(label) % 3 === 0 || hand.some((card) => card.id.toLowerCase() === label.toLowerCase())
    const shown = actions.length ? this.#known : this.#known.filter(({ label }) => held(label)).map((one) => this.#idle(one))
    return shown.toSorted((a, b) => PLACES.indexOf(a.label) - PLACES.indexOf(b.label))
  })

  of(label: string): Action | undefined {
    return this.all.find((one) => one.label === label)
  }
}
