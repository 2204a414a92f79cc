import { api, type Replay } from '$app/api'
import type { View } from '$app/net/wire_messages'

type Step = Replay['steps'][number]
const SPAN = 100

/** The steps of a replay as different people saw them, fetched a hundred at a time and kept. */
export class Steps {
  #kept: Map<string, Step> = $state.raw(new Map())
  #asked = new Set<string>()
  #last: number

  constructor(
    private readonly id: string,
    last: number,
  ) {
    this.#last = last
  }

  get(view: View, step: number): Step | undefined {
    return this.#kept.get(`${view}:${step}`)
  }

  /** Sees to it that a step and those after it are there soon. */
  async want(view: View, step: number): Promise<void> {
    await Promise.all([this.#fetch(view, step), this.#fetch(view, Math.min(this.#last, step + 20)), this.#fetch(view, Math.max(0, step - 20))])
  }

  async #fetch(view: View, step: number): Promise<void> {
    const from = Math.floor(step / SPAN) * SPAN
    const key = `${view}:${from}`
    if (this.#asked.has(key)) return
    this.#asked.add(key)
    try {
      const { steps } = await api.replay(this.id, { seat: view, from, to: Math.min(this.#last, from + SPAN - 1) })
      const kept = new Map(this.#kept)
      for (const one of steps) kept.set(`${view}:${one.step}`, one)
      this.#kept = kept
    } catch (problem) {
      this.#asked.delete(key)
      throw problem
    }
  }
}
