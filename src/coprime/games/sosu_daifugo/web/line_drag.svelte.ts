import { isCard } from './play_line'
import type { Entry } from './play_entry.svelte'

/** So far a finger moves before it drags, and so far down it pulls a card off the line. */
const [NEAR, OFF] = [8, 40]
/** ms that a finger rests on the line until it can be written. */
const HELD = 600

/**
 * A pointer on the line. It drags a card: the others make room, and pulled down the card goes back to the hand. Where
 * cards are smaller than a thumb, a finger slides along them first and picks the one at which it ends; that one is
 * dragged then. A finger that rests does neither.
 */
export class Sliding {
  /** The card that is dragged. */
  id: number | null = $state(null)
  /** The card under a finger that picks. */
  over: number | null = $state(null)
  #from = { x: 0, y: 0, id: 0 }
  #picks = false
  /** A drag has just ended: the click that follows it is none. */
  #moved = false
  readonly #entry: () => Entry
  readonly #row: () => HTMLElement | undefined
  readonly #hold: () => void

  constructor(entry: () => Entry, row: () => HTMLElement | undefined, hold: () => void) {
    this.#entry = entry
    this.#row = row
    this.#hold = hold
  }

  get free(): boolean {
    const free = !this.#moved
    this.#moved = false
    return free
  }

  /** `small`: cards are smaller than a thumb. */
  start(event: PointerEvent, id: number, small: boolean): void {
    if (event.button) return
    const { line } = this.#entry()
    this.#from = { x: event.clientX, y: event.clientY, id }
    this.#moved = false
    this.#picks = small && event.pointerType !== 'mouse' && !(line.picked && line.items[line.caret]?.id === id)
    const over = new AbortController()
    const options = { signal: over.signal }
    if (event.pointerType !== 'mouse') this.#rest(over.signal)
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

  #rest(ended: AbortSignal): void {
    const timer = setTimeout(() => {
      if (this.#moved) return
      this.#moved = true
      this.#hold()
    }, HELD)
    ended.addEventListener('abort', () => clearTimeout(timer))
  }

  #drag(event: PointerEvent): void {
    const { x, y, id } = this.#from
    if (!this.#moved && Math.hypot(event.clientX - x, event.clientY - y) < NEAR) return
    this.#moved = true
    if (!this.#picks) this.id = id
    const to = this.#tileAt(event)
    if (this.#picks) this.over = to < 0 ? null : this.#entry().line.items[to]!.id
    else if (to >= 0 && this.#entry().line.items[to]!.id !== id) this.#entry().move(id, to)
  }

  /** The place on the line of the card under a pointer; -1 for none. */
  #tileAt(event: PointerEvent): number {
    const tiles = [...(this.#row()?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])]
    const over = tiles.find((tile) => {
      const box = tile.getBoundingClientRect()
      return event.clientX >= box.left && event.clientX < box.right && event.clientY >= box.top - 4 && event.clientY < box.bottom + 4
    })
    return this.#entry().line.items.findIndex((one) => one.id === Number(over?.dataset.tile) && isCard(one))
  }

  #end(event: PointerEvent, cancelled: boolean): void {
    if (this.id !== null && !cancelled && event.clientY - this.#from.y > OFF) this.#entry().takeOut(this.id)
    if (this.over !== null && !cancelled) this.#entry().pick(this.over)
    this.id = this.over = null
    // No click follows a drag that ends elsewhere.
    setTimeout(() => (this.#moved = false))
  }
}
