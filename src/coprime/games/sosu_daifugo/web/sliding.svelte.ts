import { isCard } from './line'
import type { Entry } from './entry.svelte'

/** So far a finger moves before it drags, and so far down it pulls a card off the line. */
const [NEAR, OFF] = [8, 40]

/** A card that is dragged along the line: the others make room; pulled down it goes back to the hand. */
export class Sliding {
  id: number | null = $state(null)
  #from = { x: 0, y: 0, id: 0 }
  /** A drag has just ended: the click that follows it is none. */
  #moved = false
  readonly #entry: () => Entry
  readonly #row: () => HTMLElement | undefined

  constructor(entry: () => Entry, row: () => HTMLElement | undefined) {
    this.#entry = entry
    this.#row = row
  }

  get free(): boolean {
    const free = !this.#moved
    this.#moved = false
    return free
  }

  start(event: PointerEvent, id: number): void {
    if (event.button) return
    this.#from = { x: event.clientX, y: event.clientY, id }
    this.#moved = false
    const over = new AbortController()
    const options = { signal: over.signal }
    addEventListener('pointermove', (moved) => this.#drag(moved), options)
    for (const end of ['pointerup', 'pointercancel'] as const)
      addEventListener(
        end,
        (last) => {
          over.abort()
          this.#end(last, end === 'pointercancel')
        },
        options,
      )
  }

  #drag(event: PointerEvent): void {
    const { x, y, id } = this.#from
    if (this.id === null && Math.hypot(event.clientX - x, event.clientY - y) < NEAR) return
    this.id = id
    this.#moved = true
    const tiles = [...(this.#row()?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])]
    const over = tiles.find((tile) => {
      const box = tile.getBoundingClientRect()
      return event.clientX >= box.left && event.clientX < box.right && event.clientY >= box.top - 4 && event.clientY < box.bottom + 4
    })
    const { items } = this.#entry().line
    const to = items.findIndex((one) => one.id === Number(over?.dataset.tile))
    if (to >= 0 && isCard(items[to]!) && items[to]!.id !== id) this.#entry().move(id, to)
  }

  #end(event: PointerEvent, cancelled: boolean): void {
    if (this.id !== null && !cancelled && event.clientY - this.#from.y > OFF) this.#entry().takeOut(this.id)
    this.id = null
    // No click follows a drag that ends elsewhere.
    setTimeout(() => (this.#moved = false))
  }
}
