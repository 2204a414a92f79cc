import { expect, test } from 'vitest'
import { seatsAfter, seatsFrom } from './seat_order'

test("the order of play begins at one's own seat, and the others follow it", () => {
  expect(seatsFrom(2, 4)).toEqual([2, 3, 0, 1])
  expect(seatsAfter(2, 4)).toEqual([3, 0, 1])
})

test('a spectator sees all seats from the first', () => {
  expect(seatsFrom(null, 3)).toEqual([0, 1, 2])
  expect(seatsAfter(null, 3)).toEqual([0, 1, 2])
})
