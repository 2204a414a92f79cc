/** Cards that were taken fly to the pile of whoever took them, with their equation; a wrong set comes back from there. */
import type { LogLine } from '$app/table/contract'
import { animateFrom, elementBox, prepareTravel, seatBox, showOver } from '$app/table/card_motion'
import { t } from './messages'
import type { Challenge, Place } from './scene'

export type Taken = { seat: number; cards: NonNullable<Place['face']>[] }

/** The figures as they were put together, the answer first: `42 = 6 × 7`. It does not say whether that is so. */
export function equationOf(cards: Taken['cards'], sign = '='): string {
  const [answer, ...others] = cards.map((face) => (face.wild ? t('wild') : String(face.figure ?? '')))
  return others.length ? `${answer} ${sign} ${others.join(' × ')}` : (answer ?? '')
}

/** Whether the figures multiply to something else; false where a wild is among them. */
export function isUnequal([answer, ...others]: Taken['cards']): boolean {
  if (!answer || !others.length || [answer, ...others].some((face) => face.wild)) return false
  return Number(answer.figure) !== others.reduce((product, face) => product * Number(face.figure), 1)
}

const taken = (lines: readonly LogLine[], key: 'taken' | 'returned') => lines.map(({ detail }) => detail?.[key] as Taken | undefined).filter((one) => !!one)
const lying = ({ main, outside }: Challenge) =>
  new Map([...main, ...outside].flatMap(({ place, face }) => (face ? [[place, JSON.stringify(face)] as const] : [])))

/** Planned while everything stands where it stood; returns what is done when the page shows the new scene. */
export function planFlights(root: HTMLElement, before: Challenge, now: Challenge, fresh: readonly LogLine[]): () => void {
  const at = (place: string) => root.querySelector(`[data-place="${CSS.escape(place)}"] .card`)
  // One's own pile lies before one.
  const own = (seat: number) => (seat === now.you ? elementBox(root.closest('main')?.querySelector('[data-place="own"]')) : undefined)
  const pile = (seat: number) => own(seat) ?? seatBox(root, seat, null)
  // The sentence stands above the seats: the equation lies on whoever took it.
  const chip = (seat: number) => elementBox(root.closest('main')?.querySelector(`[data-seat="${seat}"]`))
  const [had, has] = [lying(before), lying(now)]
  const starts: (() => void)[] = []
  for (const { seat, cards } of taken(fresh, 'taken')) {
    const wanted = cards.map((face) => JSON.stringify(face))
    const to = pile(seat)
    for (const [place, face] of had) {
      const i = wanted.indexOf(face)
      const card = at(place)
      if (i < 0 || has.get(place) === face || !card) continue
      wanted.splice(i, 1)
      starts.push(prepareTravel(card, elementBox(card), to))
    }
    const place = own(seat) ?? chip(seat)
    starts.push(() => showOver(equationOf(cards), place, { on: place !== to }))
  }
  return () => {
    for (const start of starts) start()
    const back = taken(fresh, 'returned')
    const come = [...has].filter(([place]) => !had.has(place))
    for (const { seat, cards } of back) {
      const wanted = cards.map((face) => JSON.stringify(face))
      const from = pile(seat)
      showOver(equationOf(cards, isUnequal(cards) ? '≠' : '='), chip(seat), { on: true })
      for (const [place, face] of [...come]) {
        const i = wanted.indexOf(face)
        if (i < 0) continue
        wanted.splice(i, 1)
        come.splice(
          come.findIndex(([other]) => other === place),
          1,
        )
        animateFrom(at(place), from)
      }
    }
    // What is dealt comes from the pile.
    const deck = elementBox(root.querySelector('.pile'))
    come.forEach(([place], i) => animateFrom(at(place), deck, 40 * i, 'deal'))
  }
}
