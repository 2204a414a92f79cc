/** How a hand stands in the width that a small screen has: the numbers of look.md, "The phone". */
import { getContext, setContext } from 'svelte'

export interface HandLayout {
  /** Cards in a row; the last row has what is left. */
  columns: number
  /** Width of a card in px. */
  card: number
  /** From one card's left edge to the next one's: less than `card` where they overlap. */
  step: number
  /** The rows are longer than the screen and slide sideways. */
  slides: boolean
}

/** How wide a card may be: a card of `least` is touched whole, one of `overlapping` may lie under another. */
export interface CardWidths {
  least: number
  overlapping: number
  widest: number
  /** The hand has the window's whole width: cards overlap before there is a second row. */
  single?: boolean
}
export const PHONE_CARDS: CardWidths = { least: 44, overlapping: 56, widest: 64 }
/** Above two rows of larger ones a phone of 568 px has no room for a table. */
export const SHORT_CARDS: CardWidths = { least: 44, overlapping: 48, widest: 48 }
/** Beside the table two rows and the buttons have little height. */
export const SIDEWAYS_CARDS: CardWidths = { least: 44, overlapping: 52, widest: 58 }
export const LOW_CARDS: CardWidths = { least: 44, overlapping: 48, widest: 48 }
/** Drawn half as large again: 96 to 108 px. */
export const TABLET_CARDS: CardWidths = { least: 64, overlapping: 64, widest: 72 }
/** The hand lies under table and log, in one row up to 22 cards. */
export const BROAD_CARDS: CardWidths = { ...TABLET_CARDS, single: true }
const GAP = 2
/** The least strip of a card that lies under another. */
const STRIP = 28

/**
 * `n` cards in `width` px: one row while they are wide enough, two rows, two rows that overlap, two rows that slide.
 * `rows`: at most so many, where something else needs the height of the second. `most`: no card grows beyond that.
 */
export function layOut(n: number, width: number, rows: 1 | 2 = 2, widths = PHONE_CARDS, most = Infinity): HandLayout {
  const room = width - 4
  const { least, overlapping } = widths
  const widest = Math.max(least, Math.min(widths.widest, most))
  const fit = (columns: number) => Math.min(widest, Math.floor((room - GAP * (columns - 1)) / Math.max(1, columns)))
  const whole = (columns: number) => ({ columns, card: fit(columns), step: fit(columns) + GAP, slides: false })
  if (n <= 5 || fit(n) >= overlapping) return whole(Math.max(1, n))
  const stepOf = (columns: number) => Math.floor((room - 4 - overlapping) / (columns - 1))
  const columns = widths.single && stepOf(n) >= STRIP ? n : Math.ceil(n / rows)
  if (fit(columns) >= least) return whole(columns)
  const step = stepOf(columns)
  return { columns, card: overlapping, step: Math.max(STRIP, step), slides: step < STRIP }
}

const key = Symbol('fitting')
/**
 * The window that hands below have to fit: whether it does not scroll, lies on its side, is very low, is a tablet's,
 * whether the hand has its whole width there, and how many px of the height one's own has on its side.
 */
interface Fitting {
  fixed: boolean
  sideways: boolean
  low: boolean
  short: boolean
  tablet: boolean
  broad: boolean
  ownRoom: number
}
const FLOWING: Fitting = { fixed: false, sideways: false, low: false, short: false, tablet: false, broad: false, ownRoom: Infinity }

export const provideFitting = (fitting: () => Fitting): (() => Fitting) => setContext(key, fitting)

const useWindow = (): (() => Fitting) => getContext<(() => Fitting) | undefined>(key) ?? (() => FLOWING)

/** Whether what lies below has to fit the window, which does not scroll. */
export function useFitting(): () => boolean {
  const shape = useWindow()
  return () => shape().fixed
}

/** How many px of the height one's own has on its side. */
export function useOwnRoom(): () => number {
  const shape = useWindow()
  return () => shape().ownRoom
}

/** How wide the cards of a hand may be there. */
export function useCardWidths(): () => CardWidths {
  const shape = useWindow()
  return () => {
    const { sideways, low, short, tablet, broad } = shape()
    if (tablet) return broad ? BROAD_CARDS : TABLET_CARDS
    return low ? LOW_CARDS : sideways ? SIDEWAYS_CARDS : short ? SHORT_CARDS : PHONE_CARDS
  }
}
