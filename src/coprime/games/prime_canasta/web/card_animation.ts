/** Cards that are laid or thrown fly from their seat to the table, and a set's equation stands above it, on every page that sees them. */
import { playSound } from '$app/sound'
import type { LogLine } from '$app/table/contract'
import { animateFrom, elementBox, seatBox, showOver } from '$app/table/card_motion'
import type { Canasta } from './scene'

const SETS = '.pack, .set'
/** ms until a set has come, and from one equation to the next. */
const [COME, NEXT] = [220, 400]

const textsOf = ({ sides }: Canasta) => sides.flatMap(({ sets }) => sets.map(({ text }) => text))

/** The equations of sets that are new, or have grown. */
function madeTexts(before: Canasta, now: Canasta): string[] {
  const had = textsOf(before)
  return textsOf(now).filter((text) => {
    const at = had.indexOf(text)
    if (at >= 0) had.splice(at, 1)
    return at < 0
  })
}

/** Planned while everything stands where it stood; returns what is done when the page shows the new scene. */
export function planFlights(root: HTMLElement, before: Canasta, now: Canasta, fresh: readonly LogLine[], mine: number | null): (() => void) | undefined {
  const seat = fresh.findLast((line) => typeof line.seat === 'number')?.seat
  if (typeof seat !== 'number') return undefined
  const from = seatBox(root, seat, mine)
  const lay = new Set(root.querySelectorAll(SETS))
  // A canasta is shown over the table, with its equation.
  const laid = madeTexts(before, now)
  const isGreat = fresh.some(({ detail }) => detail?.great)
  const made = isGreat ? [] : laid
  const isThrown = now.pile.count === before.pile.count + 1
  return () => {
    if (isGreat) playSound('stamp')
    else if (laid.length) playSound('wood')
    const come = [...root.querySelectorAll(SETS)].filter((one) => !lay.has(one))
    // Where they will lie: before they fly.
    made.forEach((text, i) => {
      const shown = [...root.querySelectorAll(`[data-laid="${CSS.escape(text)}"]`)].map(elementBox).filter((box) => box?.width)
      showOver(text, shown.at(-1), { wait: COME + NEXT * i })
    })
    come.forEach((one, i) => animateFrom(one, from, 40 * i, 'deal'))
    if (isThrown) animateFrom(root.querySelector('[data-place="pile"] .card'), from, 0, 'deal')
  }
}
