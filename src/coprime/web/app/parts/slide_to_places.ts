/** Cards in a row that slide to their new places when others come, go or are moved. */
import { EASE, motionMs, startTogether } from '$app/motion'

interface Place {
  left: number
  top: number
}

/** The places of the children of an element, which is their offset parent. */
export class SlidingChildren {
  #places = new Map<HTMLElement, Place>()
  readonly #running = new Map<HTMLElement, Animation>()

  /** Remember where the children stand, as after a change of the window. */
  remember(row: HTMLElement): void {
    if (motionMs('raise') > 1) this.#places = this.#measure(row)
  }

  /** Let those that stood elsewhere slide to where they stand now, but for `still`, which a finger holds. */
  slide(row: HTMLElement, still?: Element | null): void {
    const duration = motionMs('raise')
    if (duration <= 1) return
    const before = this.#places
    this.#places = this.#measure(row)
    for (const [child, to] of this.#places) {
      const from = before.get(child)
      if (!from || child === still || (from.left === to.left && from.top === to.top)) continue
      const run = this.#running.get(child)
      const drawn = run?.playState === 'running' ? new DOMMatrixReadOnly(getComputedStyle(child).transform) : { m41: 0, m42: 0 }
      const start = `translate(${from.left - to.left + drawn.m41}px, ${from.top - to.top + drawn.m42}px)`
      startTogether(() => {
        run?.cancel()
        this.#running.set(child, child.animate([{ transform: start }, { transform: 'none' }], { duration, easing: EASE }))
      })
    }
    for (const child of this.#running.keys()) if (!this.#places.has(child)) this.#running.delete(child)
  }

  #measure(row: HTMLElement): Map<HTMLElement, Place> {
    return new Map([...(row.children as HTMLCollectionOf<HTMLElement>)].map((child) => [child, { left: child.offsetLeft, top: child.offsetTop }]))
  }
}
