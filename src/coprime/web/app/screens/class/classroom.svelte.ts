import { api, Refused, sentenceOf } from '$app/api'
import { classes, type Class } from '$app/classes'
import { heed } from '$app/pupil.svelte'

const EVERY = 2000
const GONE = 404
/** Asked too often: the server answers, and says to wait. */
const TOO_OFTEN = 429

/** A class as this page knows it: asked for again and again, and after everything that is done to it. */
export class Classroom {
  told: Class | undefined = $state.raw()
  /** There is no such class, or no longer. */
  gone = $state(false)
  /** The house could not be reached. */
  away = $state(false)
  /** What the house said to the last thing that was done; '' when it was taken. */
  trouble = $state('')
  busy = $state(false)
  #text = ''
  #asked = 0
  #over = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly code: string) {
    addEventListener('online', this.#now)
    document.addEventListener('visibilitychange', this.#now)
    void this.#again(true)
  }

  close(): void {
    this.#over = true
    clearTimeout(this.#timer)
    removeEventListener('online', this.#now)
    document.removeEventListener('visibilitychange', this.#now)
  }

  /** The network or the page came back: browsers slow the clocks of pages that nobody sees. */
  #now = (): void => {
    if (this.#over || this.gone || document.visibilityState === 'hidden' || this.#timer === undefined) return
    clearTimeout(this.#timer)
    void this.#again()
  }

  async #again(first = false): Promise<void> {
    this.#timer = undefined
    // The cookie comes with `me`.
    if (first || this.away) await api.me().catch(() => undefined)
    await this.look()
    if (!this.#over && !this.gone) this.#timer = setTimeout(() => void this.#again(), EVERY)
  }

  async look(): Promise<void> {
    const mine = ++this.#asked
    try {
      const found = await classes.look(this.code)
      // An answer that was overtaken tells what is no longer so.
      if (this.#over || mine !== this.#asked) return
      this.away = false
      heed(found)
      const text = JSON.stringify(found)
      if (text !== this.#text) this.told = found
      this.#text = text
    } catch (problem) {
      if (this.#over || mine !== this.#asked) return
      const status = problem instanceof Refused ? problem.status : 0
      if (status === GONE) this.gone = true
      else this.away = status !== TOO_OFTEN
    }
  }

  /** Does something to the class, and looks how it is then. False, and a sentence in `trouble`, where it was refused. */
  async does(errand: (code: string) => Promise<unknown>): Promise<boolean> {
    this.trouble = ''
    this.busy = true
    try {
      await errand(this.code)
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
