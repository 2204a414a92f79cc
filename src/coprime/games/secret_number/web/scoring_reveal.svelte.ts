import { motionMs } from '$app/motion'
import { playSound } from '$app/sound'

const OPENING = 700
const SECRET = 1500
const CARD = 1500
const ALL_CARDS = 9000
const LAST = 900

/** The scoring, card by card: first the secret number, then the answers in the order of placing. */
export class Reveal {
  /** -1: nothing lies open yet; 0: the secret number; n: so many answer cards too; Infinity: it is done. */
  turned = $state(Infinity)
  #timer: ReturnType<typeof setTimeout> | undefined

  get running(): boolean {
    return this.turned !== Infinity
  }

  start(cards: number): void {
    this.stop()
    // With reduced motion everything lies open at once.
    if (motionMs('slide') <= 1) return
    this.turned = -1
    const pause = Math.min(CARD, ALL_CARDS / Math.max(1, cards))
    const next = () => {
      this.turned += 1
      playSound('paper')
      if (this.turned < cards) this.#timer = setTimeout(next, this.turned ? pause : SECRET)
      else this.#timer = setTimeout(() => this.stop(), cards ? Math.max(pause, LAST) : SECRET)
    }
    this.#timer = setTimeout(next, OPENING)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.turned = Infinity
  }
}
