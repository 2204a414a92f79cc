/** A game's clock, as the server last told it, counted on in the browser. */
import { createSubscriber } from 'svelte/reactivity'
import type { ClockState } from './wire_messages'

/** The server's clock, counted on here by the browser's own monotonic clock: nothing is sent while it runs. */
export class Countdown {
  readonly #clock: ClockState
  readonly #at = performance.now()
  /** Updates whatever shows the time ten times a second, as long as something does. */
  readonly #tick = createSubscriber((update) => {
    const timer = setInterval(update, 100)
    return () => clearInterval(timer)
  })
  /** Stands still from here on: the connection is lost. */
  #stopped: number | undefined = $state()

  constructor(clock: ClockState) {
    this.#clock = clock
  }

  get running(): boolean {
    return this.#clock.running && this.#stopped === undefined
  }
  get factor(): number {
    return this.#clock.factor
  }
  /** Real milliseconds since the server sent the clock. */
  get #passed(): number {
    if (!this.#clock.running) return 0
    if (this.#stopped !== undefined) return this.#stopped
    this.#tick()
    return performance.now() - this.#at
  }
  /** Real milliseconds until something happens by itself. */
  get left(): number {
    return Math.max(0, this.#clock.left - this.#passed)
  }
  /** A time left that stands in the scene (game time), as real milliseconds left now. */
  remaining(gameMs: number): number {
    return Math.max(0, (gameMs - this.#clock.since) * (this.#clock.factor || 1) - this.#passed)
  }
  stop(): void {
    this.#stopped ??= performance.now() - this.#at
  }
}
