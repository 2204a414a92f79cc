/** The teacher's store of a class. */
import { api, RequestError, sentenceOf } from '$app/api'
import { classes, type ClassState } from '$app/classes'
import { learnAnswer } from '$app/learn_numbers'
import { followClassState } from '$app/pupil.svelte'

const EVERY = 2000
const GONE = 404
/** Asked too often: the server answers, and says to wait. */
const TOO_OFTEN = 429

/** A class as this page knows it: polled, and fetched again after each action. */
export class Classroom {
  state: ClassState | undefined = $state.raw()
  /** There is no such class, or no longer. */
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
    if (!this.#isClosed && !this.gone) this.#timer = setTimeout(() => void this.#poll(), EVERY)
  }

  async look(): Promise<void> {
    const mine = ++this.#requestNumber
    try {
      const found = await classes.look(this.code)
      // An answer that was overtaken tells what is no longer so.
      if (this.#isClosed || mine !== this.#requestNumber) return
      this.away = false
      followClassState(found)
      if (found.role === 'pupil' && found.question) learnAnswer(found.question)
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

  /** Run an action on the class and fetch its new state. Returns false, with a sentence in `trouble`, where it was refused. */
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
