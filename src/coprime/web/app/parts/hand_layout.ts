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

const WIDEST = 64
const GAP = 2
/** The least width of a card that is touched whole, and of the strip of one that lies under another. */
const LEAST = 44
const STRIP = 28
const OVERLAPPING = 56

/**
 * `n` cards in `width` px: one row while they are wide enough, two rows, two rows that overlap, two rows that slide.
 * `rows`: at most so many, where something else needs the height of the second. `widest`: no card grows beyond that.
 */
export function layOut(n: number, width: number, rows: 1 | 2 = 2, widest = WIDEST): HandLayout {
  const room = width - 4
  const fit = (columns: number) => Math.min(widest, Math.floor((room - GAP * (columns - 1)) / Math.max(1, columns)))
  const whole = (columns: number) => ({ columns, card: fit(columns), step: fit(columns) + GAP, slides: false })
  if (n <= 5 || fit(n) >= OVERLAPPING) return whole(Math.max(1, n))
  const columns = Math.ceil(n / rows)
  if (fit(columns) >= LEAST) return whole(columns)
  const step = Math.floor((room - 4 - OVERLAPPING) / (columns - 1))
  return { columns, card: OVERLAPPING, step: Math.max(STRIP, step), slides: step < STRIP }
}

const key = Symbol('fitting')
type Fitting = () => boolean

/** Says whether hands below have to fit the window, which does not scroll. */
export const provideFitting = (fitting: Fitting): Fitting => setContext(key, fitting)

export const useFitting = (): Fitting => getContext<Fitting | undefined>(key) ?? (() => false)
