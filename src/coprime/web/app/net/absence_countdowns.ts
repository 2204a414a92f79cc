/** Countdowns of people who are away, until a bot plays for them. */
import { createSubscriber } from 'svelte/reactivity'
import type { SeatInfo } from './wire_messages'

/** Who is away and in how many seconds a bot plays for them, counted on by the browser's own clock. */
export class Absences {
  readonly #at = performance.now()
  readonly #seconds: ReadonlyMap<number, number>
  /** Updates whatever shows the time, once a second, as long as something does. */
  readonly #tick = createSubscriber((update) => {
    const timer = setInterval(update, 1000)
    return () => clearInterval(timer)
  })

  constructor(seats: readonly Pick<SeatInfo, 'seat' | 'bot_in'>[]) {
    this.#seconds = new Map(seats.flatMap(({ seat, bot_in }) => (bot_in === null ? [] : [[seat, bot_in]])))
  }

  /** Seconds until a bot plays that seat; null where nobody is away. */
  secondsLeft(seat: number): number | null {
    const left = this.#seconds.get(seat)
    if (left === undefined) return null
    this.#tick()
    return Math.max(0, Math.ceil(left - (performance.now() - this.#at) / 1000))
  }
}
