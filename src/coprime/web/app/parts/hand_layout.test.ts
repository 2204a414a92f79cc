import { expect, it } from 'vitest'
import { BROAD_CARDS, layOut, PHONE_CARDS, SIDEWAYS_CARDS, TABLET_CARDS } from './hand_layout'

const PHONE = 352
const width = ({ columns, card, step }: ReturnType<typeof layOut>) => (columns - 1) * step + card

it('keeps a small hand in one row, and larger ones in two', () => {
  expect(layOut(5, PHONE)).toEqual({ columns: 5, card: 64, step: 66, slides: false })
  expect(layOut(9, PHONE)).toMatchObject({ columns: 5, card: 64 })
  expect(layOut(13, PHONE)).toMatchObject({ columns: 7, card: 48 })
  expect(layOut(13, 382)).toMatchObject({ columns: 7, card: 52 })
  expect(layOut(13, 712)).toMatchObject({ columns: 7, card: 64 })
})

it('lets cards overlap only where they would be too narrow to touch', () => {
  expect(layOut(14, PHONE)).toMatchObject({ columns: 7, card: 48, step: 50 })
  expect(layOut(15, PHONE)).toMatchObject({ columns: 8, card: 56, step: 41 })
  expect(layOut(22, PHONE)).toMatchObject({ columns: 11, card: 56, step: 28, slides: false })
  expect(layOut(24, PHONE)).toMatchObject({ columns: 12, step: 28, slides: true })
})

it('stands in one row where there is room for no more, and overlaps sooner', () => {
  expect(layOut(7, PHONE, 1)).toMatchObject({ columns: 7, card: 48, step: 50 })
  expect(layOut(9, PHONE, 1)).toMatchObject({ columns: 9, card: 56, step: 36, slides: false })
  expect(layOut(11, PHONE, 1)).toMatchObject({ columns: 11, step: 28, slides: false })
})

it('lets no card grow beyond what it is told', () => {
  expect(layOut(9, PHONE, 2, PHONE_CARDS, 56)).toMatchObject({ columns: 5, card: 56 })
  expect(layOut(3, PHONE, 2, PHONE_CARDS, 56)).toMatchObject({ columns: 3, card: 56 })
})

it('never asks for more than there is, nor for less than can be touched', () => {
  for (let n = 0; n <= 40; n++)
    for (const room of [320, PHONE, 382, 712]) {
      const laid = layOut(n, room)
      expect(laid.slides || width(laid) <= room).toBe(true)
      expect(laid.card).toBeGreaterThanOrEqual(44)
      expect(laid.step).toBeGreaterThanOrEqual(28)
      expect(laid.columns * 2).toBeGreaterThanOrEqual(n <= 5 ? 2 * n : n)
    }
})

it('grows on a tablet, where cards overlap before they become small', () => {
  expect(layOut(13, 539, 2, TABLET_CARDS)).toMatchObject({ columns: 7, card: 72 })
  expect(layOut(13, 401, 2, TABLET_CARDS)).toMatchObject({ columns: 7, card: 64, step: 54, slides: false })
  expect(layOut(5, 401, 2, TABLET_CARDS, 56)).toMatchObject({ columns: 5, card: 64 })
})

it('keeps two rows low beside a table', () => {
  expect(layOut(9, 324, 2, SIDEWAYS_CARDS)).toMatchObject({ columns: 5, card: 58 })
  expect(layOut(13, 324, 2, SIDEWAYS_CARDS)).toMatchObject({ columns: 7, card: 44 })
})

it('lies in one row on a tablet on its side, as long as each card can be touched', () => {
  expect(layOut(9, 682, 2, BROAD_CARDS)).toMatchObject({ columns: 9, card: 72 })
  expect(layOut(13, 682, 2, BROAD_CARDS)).toMatchObject({ columns: 13, card: 64, step: 50 })
  expect(layOut(18, 682, 2, BROAD_CARDS)).toMatchObject({ columns: 18, card: 64, step: 35 })
  expect(layOut(22, 682, 2, BROAD_CARDS)).toMatchObject({ columns: 22, step: 29, slides: false })
  expect(layOut(30, 682, 2, BROAD_CARDS)).toMatchObject({ columns: 15, step: 43, slides: false })
})
