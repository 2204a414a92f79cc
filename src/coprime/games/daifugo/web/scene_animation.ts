import { playSound } from '$app/sound'
import type { LogLine } from '$app/table/contract'
import { animateFrom, elementBox, prepareTravel, saySeat, seatBox } from '$app/table/card_motion'
import { t } from './messages'
import type { Daifugo, Played } from './scene'

/** ms from one seat that is heard to the next, and from one card that goes to the next. */
const NEXT = 160
const CARD = 80

/**
 * What moves between two scenes: a play comes from where it was held, a hand from the middle, exchanged cards from and to
 * whom they are exchanged with; who passes or is out says so.
 */
export function animateMoves(root: HTMLElement, before: Daifugo, now: Daifugo, fresh: readonly LogLine[], mine: number | null): () => void {
  const inHand = () => [...root.querySelectorAll<HTMLElement>('[data-card]')]
  const play = fresh.map((line) => line.detail?.play as Played | undefined).findLast(Boolean)
  const held = new Map(inHand().map((card) => [card.dataset.card!, elementBox(card)]))
  const from = play && elementBox(root.querySelector(`[data-seat="${play.seat}"] :is(.held, .num)`))
  const focused = root.querySelector('.hand')?.contains(document.activeElement)
  const partner = before.phase === 'exchange' && now.phase === 'play' ? partnerOf(before, mine) : undefined
  const partnerBox = partner === undefined ? undefined : seatBox(root, partner, mine)
  const given = partnerBox ? leaving(inHand(), now).map((card, i) => prepareTravel(card, elementBox(card), partnerBox, CARD * i)) : []
  return () => {
    if (focused && document.activeElement === document.body) root.querySelector<HTMLElement>('.hand [tabindex="0"]')?.focus()
    if (play) {
      playSound('paper')
      const laid = [...root.querySelectorAll('[data-lay="last"] .card')]
      laid.forEach((card, i) => animateFrom(card, play.seat === mine ? held.get(`${play.cards[i]?.joker ? 'Jo' : play.cards[i]?.id}#0`) : from, 0, 'deal'))
    }
    if (now.hand.length > before.hand.length || partnerBox) {
      const middle = partnerBox ?? elementBox(root.querySelector('[data-place="heap"]'))
      const dealt = inHand().filter((card) => !held.has(card.dataset.card!))
      dealt.forEach((card, i) => animateFrom(card, middle, (partnerBox ? CARD : 40) * i, partnerBox ? 'slide' : 'deal'))
    }
    given.forEach((go) => go())
    heard(before, now, fresh, mine).forEach(([seat, text], i) => saySeat(root, seat, text, NEXT * i))
  }
}

/** With whom somebody exchanges cards. */
function partnerOf({ exchange }: Daifugo, mine: number | null): number | undefined {
  const pair = exchange?.pairs.find(({ poor, rich }) => poor === mine || rich === mine)
  return pair && (pair.poor === mine ? pair.rich : pair.poor)
}

/** The cards of the hand that are not in it any more. */
function leaving(cards: readonly HTMLElement[], now: Daifugo): HTMLElement[] {
  const stay = now.hand.map(({ id }) => id)
  return cards.filter((card) => {
    const at = stay.indexOf(card.dataset.card!.split('#')[0]!)
    if (at >= 0) stay.splice(at, 1)
    return at < 0
  })
}

/** What others have just said at the table: that they pass, or that they are out; the first one out is shown over the table. */
function heard(before: Daifugo, now: Daifugo, fresh: readonly LogLine[], mine: number | null): [seat: number, text: string][] {
  if (now.rest || now.over) return []
  const passes = fresh.flatMap(({ seat, mark }) => (mark === 'passed' && typeof seat === 'number' ? [[seat, t('passes')] as [number, string]] : []))
  const out = now.seats.flatMap(({ place }, seat) => (place && !before.seats[seat]?.place ? [[seat, t('out', { place })] as [number, string]] : []))
  return [...passes, ...out].filter(([seat]) => seat !== mine)
}
