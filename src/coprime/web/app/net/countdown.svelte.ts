import { createSubscriber } from 'svelte/reactivity'
import type { ClockState } from './wire'

/** The house's clock, counted on here by the browser's own monotonic clock: nothing is sent while it runs. */
export class Countdown {
  readonly #told: ClockState
  readonly #at = performance.now()
  /** Whatever shows the time is told ten times a second, as long as something does. */
  readonly #tick = createSubscriber((update) => {
    const timer = setInterval(update, 100)
    return () => clearInterval(timer)
  })
  /** Stands still from here on: the connection is lost. */
  #stopped: number | undefined = $state()

  constructor(told: ClockState) {
    this.#told = told
  }

  get running(): boolean {
    return this.#told.running && this.#stopped === undefined
  }
  get factor(): number {
    return this.#told.factor
  }
  /** Real milliseconds since the house told. */
  get #passed(): number {
    if (!this.#told.running) return 0
    if (this.#stopped !== undefined) return this.#stopped
    this.#tick()
    return performance.now() - this.#at
  }
  /** Real milliseconds until something happens by itself. */
  get left(): number {
    return Math.max(0, this.#told.left - this.#passed)
  }
  /** A time left that stands in the scene (game time), as real milliseconds left now. */
  remaining(gameMs: number): number {
    return Math.max(0, (gameMs - this.#told.since) * (this.#told.factor || 1) - this.#passed)
  }
  stop(): void {
    this.#stopped ??= performance.now() - this.#at
  }
}
