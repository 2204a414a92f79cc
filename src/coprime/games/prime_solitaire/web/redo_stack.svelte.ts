import { untrack } from 'svelte'
import type { LogLine } from '$app/table/contract'

/** What a taking back took away: it can be done again, until something else is done. */
export class Undone {
  #undone: string[] = $state([])

  constructor(lines: () => readonly LogLine[]) {
    let known: string[] = []
    $effect.pre(() => {
      const now = lines().flatMap((line) => (typeof line.detail?.label === 'string' ? [line.detail.label] : []))
      untrack(() => {
        if (now.length < known.length && now.every((one, i) => one === known[i])) this.#undone = [...this.#undone, ...known.slice(now.length).reverse()]
        else for (const one of now.slice(known.length)) this.#undone = this.next === one ? this.#undone.slice(0, -1) : []
        known = now
      })
    })
  }

  /** What to do next, as a label. */
  get next(): string | undefined {
    return this.#undone.at(-1)
  }
}
