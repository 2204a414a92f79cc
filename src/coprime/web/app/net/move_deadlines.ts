/** The time of a move at a table over days, counted on in the browser. */
import { createSubscriber } from 'svelte/reactivity'
import type { Table } from './wire_messages'

/** What is left of the time of each seat that is asked, by the browser's own clock since the server told it. */
export class MoveTimes {
  readonly #at = performance.now()
  readonly #days: Table['days']
  /** Updates whatever shows the time, as long as something does. */
  readonly #tick = createSubscriber((update) => {
    const timer = setInterval(update, 15_000)
    return () => clearInterval(timer)
  })

  constructor(days: Table['days']) {
    this.#days = days
  }

  /** Seconds that a seat has left; null where it is not asked. */
  secondsLeft(seat: number): number | null {
    const left = this.#days?.left[String(seat)]
    if (left === undefined) return null
    return this.#days?.stands ? left : this.countDown(left)
  }

  /** What is left of so many seconds since the server told them; a vacation and its question go on while the clock stands. */
  countDown(seconds: number): number {
    this.#tick()
    return Math.max(0, seconds - (performance.now() - this.#at) / 1000)
  }
}
