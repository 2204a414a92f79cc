/** Where a caption stands over a table: where it covers the least of what one needs to see. All lengths are px of the window. */

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}
/** Something that is drawn or written, and how much each px² of it weighs where it is covered. */
export interface Thing {
  box: Box
  weight: number
  /** A line of text is lost as a whole. */
  line?: boolean
}

/** px between a caption and what its arrow touches. */
export const GAP = 9
/** From so near to so far from it an arrow touches, in px: it has a height of its own. */
const NEAREST = 6
export const REACH = 16
/** A caption that touches nothing may cover so many px² less. */
const TOUCHING = 120
/** It leaves the middle only where it covers so many px² less. */
const ASIDE = 400
/** Above and below its letters a line has so many px of nothing. */
const EDGE = 3
/** What a caption covers is looked at every so many px. */
const STEP = 2

const moved = ({ left, top, right, bottom }: Box, up: number, along: number): Box => ({
  left: left + along,
  right: right + along,
  top: top - up,
  bottom: bottom - up,
})
function weightUnder(caption: Box, { box, weight, line }: Thing): number {
  const wide = Math.min(caption.right, box.right) - Math.max(caption.left, box.left)
  const high = Math.min(caption.bottom, box.bottom) - Math.max(caption.top, box.top)
  if (wide <= 0 || high <= 0) return 0
  return weight * wide * (line && high > EDGE ? box.bottom - box.top : high)
}

/** Whether the arrow of a caption above or below a target touches it, give or take some px of rounding. */
export function touches(caption: Box, { left, top, right, bottom }: Box, rounding = 0): boolean {
  const gap = Math.max(top - caption.bottom, caption.top - bottom)
  return gap >= NEAREST - rounding && gap <= REACH + rounding && Math.min(right, caption.right) > Math.max(left, caption.left)
}

/** How far a caption stands above its usual place, and to the right of it. */
export interface Place {
  lift: number
  shift: number
}

/**
 * Where a caption stands: at most `up` above and `down` below its usual place, or `aside` px to the left or right of that.
 *
 * `near`: only where it touches a target, if there is such a place.
 */
export function placeOf(
  usual: Box,
  targets: readonly Box[],
  things: readonly Thing[],
  { up, down, aside }: { up: number; down: number; aside: number },
  near = false,
): Place {
  const exact = targets.flatMap(({ top, bottom }) => [usual.top - bottom - GAP, usual.bottom - top + GAP])
  const steps = Array.from({ length: Math.floor((up + down) / STEP) + 1 }, (_, i) => i * STEP - down)
  const lifts = [0, ...exact, ...steps].filter((lift) => lift >= -down && lift <= up)
  const found = (aside ? [0, aside, -aside] : [0]).flatMap((shift) =>
    lifts.map((lift) => {
      const box = moved(usual, lift, shift)
      const touching = targets.some((one) => touches(box, one))
      const cost = things.reduce((sum, one) => sum + weightUnder(box, one), (touching ? 0 : TOUCHING) + (shift ? ASIDE : 0))
      return { lift, shift, touching, cost }
    }),
  )
  const touching = near ? found.filter((one) => one.touching) : []
  const { lift, shift } = (touching.length ? touching : found).reduce((best, one) =>
    one.cost < best.cost - 1 || (one.cost < best.cost + 1 && Math.abs(one.lift) < Math.abs(best.lift)) ? one : best,
  )
  return { lift, shift }
}

/** What things weigh by px²: one's own cards twice, a small pawn as much as a number, a button's ground half, and what can be read again least. */
const WEIGHTS: Record<string, number> = { '.card, .paper, figure, [data-place]': 1, '.own .card': 1, '[data-pawn]': 4, 'button:not(.news)': 0.5 }
const [WORD, SENTENCE, NEWS] = [1, 0.25, 0.1]

/** All that is drawn and written in a part of the page, but not in `but`. */
export function thingsIn(root: Element, but: Element): Thing[] {
  const things: Thing[] = []
  const add = (box: Box, weight: number, line = false) => box.right > box.left && box.bottom > box.top && things.push({ box, weight, line })
  for (const [selector, weight] of Object.entries(WEIGHTS))
    for (const one of root.querySelectorAll(selector)) if (!but.contains(one)) add(one.getBoundingClientRect(), weight)
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    if (!parent || !texts.currentNode.textContent?.trim() || but.contains(parent) || parent.closest('.sr, .card')) continue
    range.selectNodeContents(texts.currentNode)
    const weight = parent.closest('.news') ? NEWS : parent.closest('p, [role=status]') ? SENTENCE : WORD
    for (const box of range.getClientRects()) add(box, weight, true)
  }
  return things
}
