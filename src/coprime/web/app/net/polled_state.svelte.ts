/** A state of the server that a page asks for every two seconds: that of a class or a tournament. */
import { api, RequestError, sentenceOf } from '$app/api'

const EVERY = 2000
const GONE = 404
/** Asked too often: the server answers, and says to wait. */
const TOO_OFTEN = 429

/** Polled, and fetched again after each action. */
export abstract class PolledState<T> {
  state: T | undefined = $state.raw()
  /** There is no such thing, or no longer. */
  gone = $state(false)
  /** The server could not be reached. */
  away = $state(false)
  /** Why the server refused the last action; '' when it was accepted. */
  trouble = $state('')
  busy = $state(false)
  #text = ''
  #requestNumber = 0
  #isClosed = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly code: string) {
    addEventListener('online', this.#pollNow)
    document.addEventListener('visibilitychange', this.#pollNow)
    void this.#poll(true)
  }

  /** Ask the server for the state. */
  protected abstract fetchState(code: string): Promise<T>

  /** Take over what other pages want to know of a state that has come. */
  protected followState(_found: T): void {
    // Nothing by default.
  }

  /** Milliseconds between two looks. */
  protected interval(): number {
    return EVERY
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    removeEventListener('online', this.#pollNow)
    document.removeEventListener('visibilitychange', this.#pollNow)
  }

  /** The network or the page came back: browsers slow the clocks of pages that nobody sees. */
  #pollNow = (): void => {
    if (this.#isClosed || this.gone || document.visibilityState === 'hidden' || this.#timer === undefined) return
    clearTimeout(this.#timer)
    void this.#poll()
  }

  async #poll(first = false): Promise<void> {
    this.#timer = undefined
    // The cookie comes with `me`.
    if (first || this.away) await api.me().catch(() => undefined)
    await this.look()
    if (!this.#isClosed && !this.gone) this.#timer = setTimeout(() => void this.#poll(), this.interval())
  }

  async look(): Promise<void> {
    const mine = ++this.#requestNumber
    try {
      const found = await this.fetchState(this.code)
      // An answer that was overtaken tells what is no longer so.
      if (this.#isClosed || mine !== this.#requestNumber) return
      this.away = false
      this.followState(found)
      if (found === this.state) return
      const text = JSON.stringify(found)
      if (text !== this.#text) this.state = found
      this.#text = text
    } catch (problem) {
      if (this.#isClosed || mine !== this.#requestNumber) return
      const status = problem instanceof RequestError ? problem.status : 0
      if (status === GONE) this.gone = true
      else this.away = status !== TOO_OFTEN
    }
  }

  /** Run an action and fetch the new state. Returns false, with a sentence in `trouble`, where it was refused. */
  async runAction(action: (code: string) => Promise<unknown>): Promise<boolean> {
    this.trouble = ''
    this.busy = true
    try {
      await action(this.code)
      await this.look()
      return true
    } catch (problem) {
      this.trouble = sentenceOf(problem)
      return false
    } finally {
      this.busy = false
    }
  }
}
