import { motionMs } from '$app/motion'
import type { Rack } from '$app/parts'
import { playSound } from '$app/sound'
import type { LogLine } from '$app/table/contract'
import { animateFrom, elementBox, animateTravel, showOver } from '$app/table/card_motion'
import type { CardScene, Daifugo, Judgement } from './scene'

/** How long a play that failed lies on the table. */
const LOOK = 1300

interface Where {
  root: () => HTMLElement | undefined
  mine: () => number | null
  replaying: () => boolean
}

/** What moves from one scene to the next; a play that failed lies on the table for a moment and goes back. */
export class Moves {
  tried: Judgement | null = $state.raw(null)
  #back: ReturnType<typeof setTimeout> | undefined
  readonly #rack: Rack<CardScene>
  readonly #where: Where

  constructor(rack: Rack<CardScene>, where: Where) {
    this.#rack = rack
    this.#where = where
    $effect(() => () => clearTimeout(this.#back))
  }

  get #root(): HTMLElement | undefined {
    return this.#where.root()
  }
  #at(name: string) {
    return elementBox(this.#root?.querySelector(`[data-place="${name}"]`))
  }
  #ofSeat(seat: number) {
    return elementBox(this.#root?.querySelector(`[data-seat="${seat}"]`)?.querySelector('.held, .num') ?? this.#root?.querySelector('.hand'))
  }
  #inHand() {
    return new Map([...(this.#root?.querySelectorAll('[data-card]') ?? [])].map((card) => [card.getAttribute('data-card')!, card]))
  }
  #area() {
    return [...(this.#root?.querySelectorAll('[data-area]') ?? [])]
  }

  /** What is to be done once `now` is shown; asked while the page still shows `before`. */
  change(before: Daifugo | undefined, now: Daifugo, fresh: readonly LogLine[], lines: readonly LogLine[]): (() => void) | undefined {
    const replaying = this.#where.replaying()
    if (replaying) this.tried = null
    if (!before) return !replaying && now.hand.length && lines.length < 2 ? () => this.#deal([], 0) : undefined
    return this.#root && (fresh.length || before.hand.length !== now.hand.length) ? this.#plan(before, now, fresh) : undefined
  }

  #plan(before: Daifugo, now: Daifugo, fresh: readonly LogLine[]): () => void {
    const root = this.#root!
    const mine = this.#where.mine()
    const judge = fresh.map((line) => line.detail?.judge as Judgement | undefined).find(Boolean)
    const held = this.#inHand()
    const places = new Map([...held].map(([id, card]) => [id, elementBox(card)]))
    const discards = this.#at('discards')
    const deck = this.#at('deck')
    if (before.area && !now.area) for (const card of this.#area()) animateTravel(card, elementBox(card), discards)
    const from = (card: CardScene, nth: number) => {
      if (judge?.seat !== mine) return this.#ofSeat(judge!.seat)
      const id = this.#rack.up[nth]?.id ?? [...places.keys()].find((key) => key.startsWith(`${card.multi ?? card.id}#`))
      return id ? places.get(id) : undefined
    }
    const starts = judge?.cards.map(from) ?? []
    const newTop = now.discards.count > before.discards.count && !before.area && !judge
    const discarder = before.turn[0]
    const discarded = newTop && discarder !== undefined ? (discarder === mine ? [...places.values()][0] : this.#ofSeat(discarder)) : undefined
    const focused = [...held.values()].includes(document.activeElement as Element)
    return () => {
      if (judge || now.area?.number !== before.area?.number) {
        clearTimeout(this.#back)
        this.tried = null
      }
      // Whoever played with the keys goes on from the hand.
      if (focused && document.activeElement === document.body) root.querySelector<HTMLElement>('.hand [tabindex="0"]')?.focus()
      if (judge?.prime) this.#area().forEach((card, i) => animateFrom(card, starts[i], 0, 'deal'))
      else if (judge && motionMs('slide') > 1) this.#show(judge, starts)
      if (judge?.seat === mine && judge !== undefined) this.#rack.lower()
      if (discarded) animateFrom(root.querySelector('[data-place="discards"] .card'), discarded)
      this.#deal([...held.keys()], judge ? 250 : 0)
      now.seats.forEach((seat, i) => {
        const more = seat.cards - before.seats[i]!.cards
        const back = root.querySelector('[data-place="deck"] .card')
        if (i !== mine && more > 0 && back && now.game === before.game)
          for (let n = 0; n < Math.min(more, 3); n++) animateTravel(back, deck, this.#ofSeat(i), n * 120)
      })
    }
  }

  /** New cards come from the deck, one after the other. */
  #deal(had: string[], wait: number): void {
    const deck = this.#at('deck')
    const cards = [...this.#inHand()].filter(([id]) => !had.includes(id))
    if (cards.length) playSound('paper')
    cards.forEach(([, card], i) => animateFrom(card, deck, wait + 40 * i, 'deal'))
  }

  #show(judge: Judgement, starts: ReturnType<typeof elementBox>[]): void {
    clearTimeout(this.#back)
    this.tried = judge
    requestAnimationFrame(() => this.#area().forEach((card, i) => animateFrom(card, starts[i], 0, 'deal')))
    if (this.#where.replaying()) return
    this.#back = setTimeout(() => {
      const to = judge.seat === this.#where.mine() ? elementBox(this.#root?.querySelector('.hand')) : this.#ofSeat(judge.seat)
      for (const card of this.#area()) animateTravel(card, elementBox(card), to && { left: to.left + to.width / 2 - 30, top: to.top, width: 60, height: 80 })
      // What it is made of goes with it: a wrong number is something to learn from.
      if (judge.factors.length > 1) showOver(`${judge.number} = ${judge.factors.join(' × ')}`, to, { wait: motionMs('slide') })
      this.tried = null
    }, LOOK)
  }
}
