/** How the open cards stand in the room that is there: the foundation, and columns of what lies outside, with the pile below. */
export interface Laid {
  /** Width and height of a card, and what lies between two of them, in px. */
  card: number
  height: number
  gap: number
  /** Where each card outside stands: its column, how far down, and whether it lies under the next one. */
  outside: { column: number; top: number; under: boolean }[]
  /** Columns outside, the pile's among them. */
  columns: number
}

/** Room above for a raised card and its ordinal. */
export const BRIM = 12
/** What has to be seen of a card that lies under another one: its figure and its strokes. */
export const STRIP = 28
const ROWS = 3
const MOST = 88
/** Where the table is one window: as large as it has room for. */
const LARGEST = 104

/** `main` columns of the foundation and `n` cards outside in `wide` × `high` px; no `high` where the page flows. */
export function layOut(main: number, n: number, wide: number, high = 0): Laid {
  const gap = wide > 600 ? 10 : 6
  const most = high ? LARGEST : MOST
  for (let columns = 1; ; columns++) {
    const across = Math.floor((wide - gap * (main + columns)) / (main + columns))
    const down = high ? Math.floor((high - BRIM - gap * (ROWS - 1)) / ROWS / 1.36) : most
    const card = Math.max(30, Math.min(most, across, down))
    const height = Math.round(card * 1.36)
    const column = ROWS * height + (ROWS - 1) * gap
    // The pile takes the lowest place of the first column.
    const rooms = Array.from({ length: columns }, (_, i) => (i ? column : column - height - gap))
    const held = rooms.map((room) => Math.floor((room - height) / STRIP) + 1)
    if (held.reduce((sum, one) => sum + one) < n && columns < n) continue
    return { card, height, gap, columns, outside: stand(n, rooms, held, height, gap) }
  }
}

function stand(n: number, rooms: readonly number[], held: readonly number[], height: number, gap: number): Laid['outside'] {
  const outside: Laid['outside'] = []
  rooms.forEach((room, column) => {
    const cards = Math.min(held[column]!, n - outside.length)
    const step = Math.min(height + gap, cards > 1 ? Math.floor((room - height) / (cards - 1)) : 0)
    for (let i = 0; i < cards; i++) outside.push({ column, top: i * step, under: step < height && i < cards - 1 })
  })
  return outside
}
