/** How the rows of a foundation stand in the room that is there. A card is read by the strip that the next row leaves free. */
export interface Laid {
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
/** The most that all strips together take where the page flows: seven rows and the buttons below fit a laptop's 800 px. */
const FLOWING = 264
const LAPTOP = { from: 760, card: 96, many: 80, gap: 12, step: 62, least: 44, figure: 0.5 }
const TABLET = { from: 500, card: 92, many: 76, gap: 8, step: 74, least: LEAST_STEP, figure: 0.75 }
const PHONE = { from: 0, card: 64, many: 64, gap: 1, step: 56, least: LEAST_STEP, figure: 0.75 }

/** `rows` of up to `columns` cards in `wide` × `high` px; no `high` where the page flows. */
export function layOut(rows: number, columns: number, wide: number, high = 0): Laid {
  const size = [LAPTOP, TABLET, PHONE].find(({ from }) => wide >= from)!
  const most = rows > 5 ? size.many : size.card
  const card = Math.min(most, Math.floor((wide - size.gap * (columns - 1)) / columns))
  const below = Math.max(1, rows - 1)
  const strip = (height: number) => Math.floor((high ? high - BRIM - height : FLOWING) / below)
  let height = Math.round(card * 1.36)
  // Where rows are many the last one gives way first: a card may be a little lower than it is high elsewhere.
  if (high && strip(height) < 34) height = Math.max(44, Math.round(card * 1.1))
  const step = Math.min(size.step, Math.max(size.least, strip(height)))
  // As parts/card.css draws them.
  const strokes = card < 60 ? 6 : 9
  const figure = Math.min(step - strokes - 3, Math.round(card * size.figure))
  return { card, height, gap: size.gap, step, figure, strokes, rise: Math.min(RISE, step - figure - strokes) }
}
