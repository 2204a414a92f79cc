import { playSound } from '$app/sound'
import type { LogLine } from '$app/table/contract'
import { animateFrom, elementBox } from '$app/table/card_motion'
import type { Daifugo, Played } from './scene'

/** What moves between two scenes: a play comes from where it was held, a hand from the middle. */
export function animateMoves(root: HTMLElement, before: Daifugo, now: Daifugo, fresh: readonly LogLine[], mine: number | null): () => void {
  const inHand = () => [...root.querySelectorAll<HTMLElement>('[data-card]')]
  const play = fresh.map((line) => line.detail?.play as Played | undefined).findLast(Boolean)
  const held = new Map(inHand().map((card) => [card.dataset.card!, elementBox(card)]))
  const from = play && elementBox(root.querySelector(`[data-seat="${play.seat}"] :is(.held, .num)`))
  const focused = root.querySelector('.hand')?.contains(document.activeElement)
  return () => {
    if (focused && document.activeElement === document.body) root.querySelector<HTMLElement>('.hand [tabindex="0"]')?.focus()
    if (play) {
      playSound('paper')
      const laid = [...root.querySelectorAll('[data-lay="last"] .card')]
      laid.forEach((card, i) => animateFrom(card, play.seat === mine ? held.get(`${play.cards[i]?.joker ? 'Jo' : play.cards[i]?.id}#0`) : from, 0, 'deal'))
    }
    if (now.hand.length > before.hand.length) {
      const middle = elementBox(root.querySelector('[data-place="heap"]'))
      const dealt = inHand().filter((card) => !held.has(card.dataset.card!))
      dealt.forEach((card, i) => animateFrom(card, middle, 40 * i, 'deal'))
    }
  }
}
