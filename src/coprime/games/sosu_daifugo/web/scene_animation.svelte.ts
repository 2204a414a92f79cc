import { isStill } from '$app/motion'
import { playSound } from '$app/sound'
import type { LogLine } from '$app/table/contract'
import { animateFrom, animateTravel, elementBox, saySeat, seatBox } from '$app/table/card_motion'
import { t } from './messages'
import { KINDS, type Kind, type Sosu } from './scene'
import { itemsOf } from './number_format'
import { isCard } from './play_line'
import { verdictOf } from './covered_numbers'

interface Where {
  root: () => HTMLElement | undefined
  mine: () => number | null
  replaying: () => boolean
}
/** So many cards are seen moving at once. */
const MOST = 8
/** And so many that somebody else draws. */
const MOST_DRAWN = 5

/** What has come and gone with a scene: new cards in the hand, cards that flowed, and how they move. */
export class Moves {
  /** Cards that came since one's last turn ended, or at its end. */
  news: ReadonlySet<Kind> = $state.raw(new Set<Kind>())
  /** The cards that have just gone under the deck, oldest first, while nothing lies on the table. */
  flowed: readonly Kind[] = $state.raw([])
  readonly #where: Where

  constructor(where: Where) {
    this.#where = where
  }

  /** What is to be done once `now` is shown; asked while the page still shows `before`. */
  change(before: Sosu | undefined, now: Sosu, fresh: readonly LogLine[]): (() => void) | undefined {
    if (!before) return undefined
    const mine = this.#where.mine()
    const verdict = fresh.flatMap(verdictOf).at(-1)
    const sameGame = before.game === now.game
    const came = sameGame && !this.#where.replaying() ? KINDS.filter((_, at) => (now.hand[at] ?? 0) > (before.hand[at] ?? 0)) : []
    const ends = mine !== null && before.turn.includes(mine) && !now.turn.includes(mine)
    if (!sameGame) this.news = new Set()
    else if (ends || came.length) this.news = new Set(ends ? came : [...this.news, ...came])
    const cut = verdict?.stands && ['cut', 'joker'].includes(verdict.kind)
    if (now.area || !sameGame) this.flowed = []
    else if (before.area || cut) {
      const top = cut
        ? itemsOf(verdict.line)
            .filter(isCard)
            .map((one) => one.sign as Kind)
        : []
      this.flowed = [...(before.area ? [...before.area.below, ...before.area.cards] : []), ...top]
    }
    const passes = fresh.flatMap(({ seat, mark }) => (mark === 'passed' && typeof seat === 'number' && seat !== mine ? [seat] : []))
    const plan = this.#plan(before, now, came, verdict?.stands ? verdict.seat : null)
    return () => {
      plan?.()
      if (!now.rest && !now.over) passes.forEach((seat, i) => saySeat(this.#where.root(), seat, t('passes'), 160 * i))
    }
  }

  #plan(before: Sosu, now: Sosu, came: readonly Kind[], player: number | null): (() => void) | undefined {
    const root = this.#where.root()
    if (!root || isStill()) return undefined
    const mine = this.#where.mine()
    const deckOf = () => root.querySelector('[data-place="deck"]')
    const from = player === null ? undefined : player === mine ? elementBox(root.querySelector('.tiles')) : seatBox(root, player, mine)
    if (before.area && !now.area)
      [...root.querySelectorAll('[data-area]')].slice(0, MOST).forEach((card, i) => animateTravel(card, elementBox(card), elementBox(deckOf()), 40 * i))
    return () => {
      if (player !== null && now.area) {
        playSound('paper')
        root.querySelectorAll('[data-area]').forEach((card, i) => animateFrom(card, from, 20 * i, 'deal'))
      }
      // What others draw, or take for a number that was wrong: from the deck to them.
      if (before.game === now.game)
        now.seats.forEach(({ cards }, seat) => {
          const drawn = cards - (before.seats[seat]?.cards ?? 0)
          const to = drawn > 0 && seat !== mine ? seatBox(root, seat, mine) : undefined
          const deck = deckOf()
          const back = deck?.querySelector('.back')
          if (to && back) for (let i = 0; i < Math.min(drawn, MOST_DRAWN); i++) animateTravel(back, elementBox(back), to, 90 * i)
        })
      came.slice(0, MOST).forEach((kind, i) => animateFrom(root.querySelector(`[data-card="${kind}"]`), elementBox(deckOf()), 60 * i, 'deal'))
    }
  }
}
