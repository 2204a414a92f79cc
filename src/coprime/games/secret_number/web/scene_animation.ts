import { playSound } from '$app/sound'
import { animateFrom, elementBox } from '$app/table/card_motion'
import type { SecretNumber } from './scene'

/** Answer cards come from the rack, or from whoever placed them; the others' pawns step onto the results that are shown. */
export function planMoves(root: HTMLElement, before: SecretNumber, now: SecretNumber, mine: number | null): (() => void) | undefined {
  if (now.game.now !== before.game.now || now.review) return undefined
  const laid = now.piles.flatMap((pile, p) => {
    const had = before.piles[p]?.cards.length ?? 0
    return pile.cards.slice(had).map(({ seat, value }, i) => {
      const from = seat === mine ? `[data-value="${value}"] .card` : `[data-seat="${seat}"] .pawn`
      return { name: `${pile.round}.${had + i}`, from: elementBox(root.querySelector(from)) }
    })
  })
  const shown = now.seats.flatMap(({ result }, seat) => (seat !== mine && result !== null && before.seats[seat]?.result === null ? [seat] : []))
  const pawns = shown.map((seat) => elementBox(root.querySelector(`[data-seat="${seat}"] :is(.pawn, svg)`)))
  return () => {
    shown.forEach((seat, i) => animateFrom(root.querySelector(`[data-on="${seat}"]`), pawns[i], 120 * i))
    laid.forEach(({ name, from }, i) => animateFrom(root.querySelector(`[data-laid="${name}"]`), from, 60 * i))
    if (shown.length || laid.length) playSound('wood')
  }
}
