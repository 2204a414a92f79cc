import { LONGEST_RUN } from './scene'

/** The measures with which the rows of a foundation fit their room. A card is read by the strip that the next row leaves free. */
export interface FoundationLayout {
  /** Width and height of a card, in px. */
  card: number
  height: number
  /** Between two cards of a row. */
  gap: number
  /** From one row to the next: the strip. */
  step: number
  /** Height of the figure in the strip; the strokes stand below it. */
  figure: number
  strokes: number
  /** How far a raised card rises: never over the strokes of the one above it. */
  rise: number
}

/** Above the first row and below the last one, for a card that rises and for shadows. */
export const BRIM = 10
const RISE = 8
const LEAST_STEP = 26
/** A card under another is covered by at least so much of its height. */
const SHOWN = 0.82
/** Of its width. */
const TALLEST = 1.6
/** The same where the rows have the mat for themselves, on its side: they stand apart before a band is left empty. */
const ALONE = { shown: 1.3, tallest: 1.75 }
/** Where the page flows: so much of a laptop's 800 px is the rows', above the piles and the buttons; they have all that is more. */
const FLOWING = { rows: 384, window: 800 }
const LAPTOP = { from: 760, card: 120, many: 80, gap: 12, least: 44, figure: 0.5 }
const TABLET = { from: 500, card: 112, many: 76, gap: 8, least: LEAST_STEP, figure: 0.75 }
const PHONE = { from: 0, card: 72, many: 64, gap: 1, least: LEAST_STEP, figure: 0.75 }

/** The height that the rows have where the page flows, in a window of that height. */
export const flowingRoom = (window: number): number => FLOWING.rows + Math.max(0, window - FLOWING.window)

/** Lay out `rows` of up to `columns` cards in `wide` × `high` px. `alone`: nothing stands below them. */
export function layOut(rows: number, columns: number, wide: number, high: number, alone = false): FoundationLayout {
  const { shown, tallest } = alone ? ALONE : { shown: SHOWN, tallest: TALLEST }
  const size = [LAPTOP, TABLET, PHONE].find(({ from }) => wide >= from)!
  const most = rows > 5 ? size.many : size.card
  const card = Math.min(most, Math.floor((wide - size.gap * (columns - 1)) / columns))
  const below = Math.max(1, rows - 1)
  const strip = (height: number) => Math.floor((high - BRIM - height) / below)
  // Where there is height to spare a card is higher than elsewhere, so that the mat is filled.
  const filling = (high - BRIM) / (1 + shown * below)
  let height = Math.round(Math.max(card * 1.36, Math.min(card * tallest, filling)))
  // Where rows are many the last one gives way first: a card may be a little lower than it is high elsewhere.
  if (strip(height) < Math.max(34, size.least)) height = Math.max(44, Math.round(card * 1.1))
  const step = Math.min(Math.floor(shown * height), Math.max(size.least, strip(height)))
  // As parts/card.css draws them.
  const strokes = card < 60 ? 6 : 9
  const figure = Math.min(step - strokes - 3, Math.round(card * size.figure))
  return { card, height, gap: size.gap, step, figure, strokes, rise: Math.min(RISE, step - figure - strokes) }
}

/** The height of rows with these measures. */
export const layoutHeight = (rows: number, { step, height }: FoundationLayout): number => BRIM + (rows - 1) * step + height

/** How high a card of the piles is at least, and what of the mat below the rows is no card. */
const PILE = { least: 48, most: 104, ratio: 1.36 }
/** The piles with their captions and the sum above them, with cards of the least width. */
const PILES = { usual: 168, tight: 150 }

export const pilesHeight = (rows: number): number => (rows > 6 ? PILES.tight : PILES.usual)

/** The width of the piles' cards where the rows leave `spare` px: what is left over is theirs. */
export const pileWidth = (spare: number, wide: number): number =>
  Math.round(Math.max(PILE.least, Math.min(PILE.most, wide / 4.4, PILE.least + spare / PILE.ratio)))

const LEAST_STRIP = 30
/** The same beside the mat, where there is less room. */
const LEAST_BESIDE = 28
/** Between the pile and the stack, and at the edges. */
const BETWEEN = 28

/** How much is seen of a card of the stack under the next one: all that may be taken together are in sight. */
export const stripWidth = (width: number, wide: number): number =>
  Math.floor(Math.max(LEAST_STRIP, Math.min(0.6 * width, (wide - 2 * width - BETWEEN) / (LONGEST_RUN - 1))))

/** How wide a card of the piles may be beside the mat, so that all that may be taken together are in sight. */
export const besideWidth = (wide: number): number => Math.floor((wide - BETWEEN - (LONGEST_RUN - 1) * LEAST_BESIDE) / 2)
