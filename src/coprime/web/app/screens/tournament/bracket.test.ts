import { expect, test } from 'vitest'
import type { Pairing, TournamentRound } from '$app/tournament_api'
import { drawBracket, hasBracket, winnerOf } from './bracket'

const pairing = (table: number, players: string[], state: Pairing['state'], more: Partial<Pairing> = {}): Pairing => ({
  table,
  code: '',
  players,
  score: [0, 0],
  game: 0,
  state,
  missing: [],
  substituted: [],
  forfeited: [],
  corrected: false,
  ...more,
})
const round = (number: number, ...pairings: Pairing[]): TournamentRound => ({ number, pairings })
const names = (...arguments_: Parameters<typeof drawBracket>) =>
  drawBracket(...arguments_).map((places) => places.map((one) => one.names.map(({ name }) => name)))

test('who has won a pairing', () => {
  expect(winnerOf(pairing(1, ['A', 'B'], 'done', { score: [1, 2] }))).toBe('B')
  expect(winnerOf(pairing(1, ['A', 'B'], 'playing', { score: [1, 0] }))).toBe('')
  expect(winnerOf(pairing(1, ['A'], 'bye'))).toBe('A')
  expect(winnerOf(pairing(1, ['A', 'B'], 'done', { score: [1, 0], forfeited: ['A'] }))).toBe('B')
  expect(winnerOf(pairing(1, ['A', 'B'], 'done', { score: [1, 0], forfeited: ['A'], corrected: true }))).toBe('A')
  expect(winnerOf(pairing(1, ['A', 'B'], 'done', { forfeited: ['A', 'B'] }))).toBe('')
})

test('winners stand in the next round before it is paired', () => {
  const first = round(
    1,
    pairing(1, ['A'], 'bye'),
    pairing(2, ['B', 'C'], 'done', { score: [2, 1] }),
    pairing(3, ['D', 'E'], 'playing'),
    pairing(4, ['F'], 'bye'),
  )
  const told = { rounds: 3, past: [], round: first }
  expect(names(told)).toEqual([[['A'], ['B', 'C'], ['D', 'E'], ['F']], [['A', 'B'], ['F']], [[]]])
  const [places] = drawBracket(told)
  expect(places![1]).toEqual({
    names: [
      { name: 'B', games: 2, won: true, out: false },
      { name: 'C', games: 1, won: false, out: true },
    ],
    table: 0,
    bye: false,
  })
  expect([places![2]!.table, places![2]!.names[0]!.games, places![3]!.bye]).toEqual([3, null, true])
})

test('a round that is paired stands as it is: a place whose people have left is empty', () => {
  const first = round(1, pairing(1, ['A', 'B'], 'done', { score: [1, 0] }), pairing(2, ['C', 'D'], 'done', { score: [1, 0] }))
  expect(names({ rounds: 2, past: [first], round: round(2, pairing(1, ['C'], 'bye')) })[1]).toEqual([['C']])
  expect(names({ rounds: 2, past: [first], round: round(2) })[1]).toEqual([[]])
})

test('up to 32 players have room, 16 beside something else', () => {
  const told = { format: 'knockout', state: 'running', rounds: 5 } as const
  expect([hasBracket(told, false), hasBracket(told, true), hasBracket({ ...told, rounds: 4 }, true)]).toEqual([true, false, true])
  expect([hasBracket({ ...told, rounds: 6 }, false), hasBracket({ ...told, format: 'swiss' }, false), hasBracket({ ...told, state: 'entry' }, false)]).toEqual([
    false,
    false,
    false,
  ])
})
