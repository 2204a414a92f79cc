import { expect, test } from 'vitest'
import { besideWidth, BRIM, flowingRoom, layoutHeight, layOut, pilesHeight, pileWidth, stripWidth } from './foundation_layout'
import { LONGEST_RUN } from './scene'

const PHONE = 343

test.each([
  [3, 7],
  [5, 7],
  [4, 7],
  [7, 7],
  [9, 9],
])('%i rows of %i cards fit the room of a phone, and every strip shows a figure and its strokes', (rows, columns) => {
  const high = rows > 5 ? 290 : 250
  const layout = layOut(rows, columns, PHONE, high)
  expect(columns * layout.card + (columns - 1) * layout.gap).toBeLessThanOrEqual(PHONE)
  expect(BRIM + (rows - 1) * layout.step + layout.height).toBeLessThanOrEqual(high)
  expect(layout.step - layout.figure).toBeGreaterThanOrEqual(layout.strokes + layout.rise)
  expect(layout.figure).toBeGreaterThanOrEqual(16)
})

test('the fewer the rows, the more of a card is seen', () => {
  const steps = [3, 4, 5, 6, 7].map((rows) => layOut(rows, 7, PHONE, 260).step)
  expect(steps).toEqual([...steps].sort((a, b) => b - a))
})

test('on a laptop the page flows and cards are large, and seven rows and the buttons fit 800 px', () => {
  const room = flowingRoom(800)
  expect(layOut(3, 7, 848, room)).toMatchObject({ card: 110, gap: 12 })
  for (const rows of [3, 4, 5, 6, 7]) expect(layoutHeight(rows, layOut(rows, 7, 848, room))).toBeLessThanOrEqual(room + 1)
})

test.each([
  ['a small phone', 343, 410],
  ['a tall phone', 380, 600],
  ['a tablet', 530, 560],
])('on %s rows and piles fill the mat: no band is left empty', (_, wide, high) => {
  for (const rows of [3, 4, 5, 7]) {
    const room = high - pilesHeight(rows)
    const layout = layOut(rows, 7, wide, room)
    const spare = room - layoutHeight(rows, layout)
    const grown = (pileWidth(spare, wide) - 48) * 1.36
    expect(spare).toBeGreaterThanOrEqual(-1)
    expect(spare - grown, `${rows} rows`).toBeLessThan(0.25 * high)
  }
})

test('on a phone as many cards of the stack are in sight as may be taken together', () => {
  const width = pileWidth(60, 335)
  expect(2 * width + (LONGEST_RUN - 1) * stripWidth(width, 335)).toBeLessThanOrEqual(335 - 12)
})

test.each([
  ['640 x 360', 327, 288],
  ['844 x 390', 498, 318],
])('on a phone that lies (%s) rows fill the mat beside the piles, with the largest cards that fit its width', (_, wide, high) => {
  for (const rows of [3, 4, 5, 7]) {
    const layout = layOut(rows, 7, wide, high, true)
    expect(layout.card).toBe(Math.min(rows > 5 ? 64 : 72, Math.floor((wide - 6) / 7)))
    expect(layoutHeight(rows, layout)).toBeLessThanOrEqual(high)
    expect(layoutHeight(rows, layout), `${rows} rows`).toBeGreaterThan(0.9 * high)
    expect(layout.step - layout.figure).toBeGreaterThanOrEqual(layout.strokes + layout.rise)
  }
})

test.each([274, 308])('beside the mat, too, as many are in sight (%i px)', (wide) => {
  expect(2 * besideWidth(wide) + (LONGEST_RUN - 1) * 28).toBeLessThanOrEqual(wide - 12)
  expect(besideWidth(wide)).toBeGreaterThanOrEqual(48)
})
