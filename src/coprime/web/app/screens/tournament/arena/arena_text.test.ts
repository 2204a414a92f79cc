import { expect, test } from 'vitest'
import type { ArenaTime, OwnTournament, Pairing, Tournament } from '$app/tournament_api'
import { arenaDirectorHeadline, arenaFinal, arenaPlayerHeadline, doingText, formatSeconds, isInGrace, speakSeconds } from './arena_text'

const time: ArenaTime = { minutes: 20, left: 600, ends: 1_000_000, until: 1_000_300, grace: 5, free: 0, running: 2, over: 7, latest: [] }
const row = (place: number, name: string, points: number) => ({ place, name, points, won: 1, played: 2, withdrawn: false })
const own: OwnTournament = {
  name: 'Ada',
  place: 1,
  points: 2,
  state: 'here',
  table: '',
  number: 0,
  opponent: '',
  opponent_here: false,
  bye: false,
  results: [],
}
const pairing = (state: Pairing['state']): Pairing => ({
  table: 12,
  code: 'ABCDE',
  players: ['Ada', 'Ben'],
  score: [0, 0],
  game: 0,
  state,
  missing: [],
  substituted: [],
  forfeited: [],
  corrected: false,
})
const arena = (more: Partial<Tournament> = {}, clock: Partial<ArenaTime> = {}): Tournament => ({
  code: 'K7WQ4M2P',
  notice: '',
  round_minutes: 0,
  round_left: null,
  rated: false,
  name: 'The hour',
  game: 'pebbles',
  title: 'Pebbles',
  options: {},
  format: 'arena',
  rounds: 1,
  wins: 1,
  state: 'running',
  entry: true,
  approval: false,
  director: false,
  you: own,
  players: ['Ada', 'Ben'].map((name) => ({ name, state: 'here' as const, bot: '', from_round: 1 })),
  listed: [],
  waiting: [],
  round: { number: 1, pairings: [] },
  past: [],
  standings: [row(1, 'Ada', 2), row(2, 'Ben', 0)],
  moment: null,
  arena: { ...time, ...clock },
  log: [],
  can_pair: false,
  why_not: '',
  levels: [],
  invite: { url: '', lan: false, how: '' },
  qr: { url: '', size: 1, path: '' },
  ...more,
})
const player = (more: Partial<OwnTournament>, of: Partial<Tournament> = {}, clock: Partial<ArenaTime> = {}) =>
  arenaPlayerHeadline(arena({ you: { ...own, ...more }, ...of }, clock))

test('seconds are written as a clock, and spoken in minutes until the last one', () => {
  expect([0, 59.2, 60, 860, 3723].map(formatSeconds)).toEqual(['0:00', '1:00', '1:00', '14:20', '1:02:03'])
  expect(formatSeconds(-3)).toBe('0:00')
  expect([speakSeconds(860), speakSeconds(61), speakSeconds(1), speakSeconds(0)]).toEqual([
    '15 minutes left',
    '2 minutes left',
    '1 second left',
    'Time is over',
  ])
})

test('what goes on is told with its numbers', () => {
  expect(doingText(arena())).toBe('2 pairings run')
  expect(doingText(arena({}, { running: 0, free: 1 }))).toBe('one player waits')
  expect(doingText(arena({}, { running: 1, free: 3 }))).toBe('one pairing runs, 3 players wait')
  expect(doingText(arena({}, { running: 0 }))).toBe('no pairing runs')
})

test('a player is told where to go, or why there is no table', () => {
  expect(player({}).ask).toBe('You wait for an opponent.')
  const paired = { table: 'ABCDE', number: 12, opponent: 'Ben' }
  const round = (state: Pairing['state']) => ({ round: { number: 1, pairings: [pairing(state)] } })
  expect(player({ ...paired, opponent_here: true }, round('waiting'))).toEqual({ ask: 'Table 12, against Ben, now.', why: 'Ben waits for you.' })
  expect(player(paired, round('waiting')).why).toBe('Come within a minute, or the game is lost.')
  expect(player(paired, round('playing'))).toEqual({ ask: 'You play against Ben at table 12.', why: '' })
  expect(player(paired, round('playing'), { left: 0 }).why).toMatch(/^Games that end by \d+:\d\d, 5 minutes after the time, still count\.$/)
})

test('a player who pauses is told why', () => {
  expect(player({ state: 'paused' }).why).toBe('You are not paired until you go on.')
  const missed = { round: 3, opponent: 'Ben', score: [0, 0] as [number, number], outcome: 0, bye: false, moment: '', figure: '', absent: ['Ada'] }
  expect(player({ state: 'paused', results: [missed] }).why).toMatch('You did not come to table 3 in time')
  expect(player({ state: 'paused', results: [{ ...missed, absent: ['Ben'] }] }).why).toBe('You are not paired until you go on.')
  expect(player({ state: 'withdrawn' }).ask).toBe('The director has taken you out of the arena.')
})

test('after the time nobody waits any more', () => {
  expect([isInGrace(arena()), isInGrace(arena({}, { left: 0 })), isInGrace(arena({ state: 'over' }, { left: 0 }))]).toEqual([false, true, false])
  expect(player({}, {}, { left: 0 }).ask).toBe('The time is over.')
  expect(player({ state: 'paused' }, {}, { left: 0 }).ask).toBe('The time is over.')
  expect(arenaDirectorHeadline(arena({}, { left: 0 })).ask).toBe('The time is over.')
})

test('the director is told what is to be done', () => {
  expect(arenaDirectorHeadline(arena({ state: 'entry', round: null })).why).toMatch('Begin when most are in')
  expect(arenaDirectorHeadline(arena()).ask).toBe('Now: 2 pairings run.')
})

test('the end names the first place, where a game was over', () => {
  expect(arenaFinal(arena())).toEqual({ ask: 'Ada wins the tournament.', why: 'Final table after 7 games' })
  expect(arenaFinal(arena({}, { over: 0 }))).toEqual({ ask: 'The tournament is over.', why: 'It ended before a game was over.' })
  expect(arenaFinal(arena({ standings: [row(1, 'Ada', 2), row(1, 'Ben', 2)] })).ask).toBe('Ada and Ben share the first place.')
})
