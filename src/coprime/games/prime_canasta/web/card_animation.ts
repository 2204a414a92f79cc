/** Cards that are laid or thrown fly from their seat to the table, on every page that sees them lie there. */
import type { LogLine } from '$app/table/contract'
import { animateFrom, seatBox } from '$app/table/card_motion'
import type { Canasta } from './scene'

const SETS = '.pack, .set'

/** Planned while everything stands where it stood; returns what is done when the page shows the new scene. */
export function planFlights(root: HTMLElement, before: Canasta, now: Canasta, fresh: readonly LogLine[], mine: number | null): (() => void) | undefined {
  const seat = fresh.findLast((line) => typeof line.seat === 'number')?.seat
  if (typeof seat !== 'number') return undefined
  const from = seatBox(root, seat, mine)
  const lay = new Set(root.querySelectorAll(SETS))
  const isThrown = now.pile.count === before.pile.count + 1
  return () => {
    const come = [...root.querySelectorAll(SETS)].filter((one) => !lay.has(one))
    come.forEach((one, i) => animateFrom(one, from, 40 * i, 'deal'))
    if (isThrown) animateFrom(root.querySelector('[data-place="pile"] .card'), from, 0, 'deal')
  }
}
