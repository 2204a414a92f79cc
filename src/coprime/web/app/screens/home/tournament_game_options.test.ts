import { expect, test } from 'vitest'
import type { GameInfo } from '$app/api'
import { effectiveOptions, gamesForTwo } from './tournament_game_options'

const game = {
  seats: [2, 4],
  options: [
    { name: 'deck', default: { '2': 'small', '3': 'large' } },
    { name: 'clock', default: { '2': 60, '3': 60 } },
    { name: 'trade', default: { '3': 'on' } },
  ],
  presets: [{ name: 'quick', title: 'Quick', options: { clock: 20 } }],
} as unknown as GameInfo

test('options are those of two, the preset goes over them, and what was chosen over both', () => {
  expect(effectiveOptions(game, '', {})).toEqual({ deck: 'small', clock: 60 })
  expect(effectiveOptions(game, 'quick', {})).toEqual({ deck: 'small', clock: 20 })
  expect(effectiveOptions(game, 'quick', { clock: 5, deck: 'large' })).toEqual({ deck: 'large', clock: 5 })
})

test('a tournament has games that two can play', () => {
  const seats = (fewest: number, most: number) => ({ seats: [fewest, most] }) as unknown as GameInfo
  const shelf = [seats(2, 4), seats(1, 1), seats(3, 6), seats(2, 2), seats(1, 2)]
  expect(gamesForTwo(shelf)).toEqual([shelf[0], shelf[3], shelf[4]])
})
