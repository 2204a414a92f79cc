import { describe, expect, test } from 'vitest'
import type { League, OwnTournament, Pairing, Team, Tournament, TournamentRound } from '$app/tournament_api'
import {
  boardsText,
  leagueDirectorHeadline,
  leaguePlayerHeadline,
  meetingOf,
  memberText,
  moveName,
  opponentsToCome,
  parseLines,
  possibleReserves,
  splitMeetings,
  teamlessPlayers,
  teamOf,
  teamResults,
} from './team_text'

const pairing = (table: number, players: string[], state: Pairing['state'] = 'waiting'): Pairing => ({
  table,
  code: 'ABCDE',
  players,
  score: [0, 0],
  game: 0,
  state,
  missing: state === 'waiting' ? players : [],
  substituted: [],
  forfeited: [],
  corrected: false,
})
const team = (name: string, names: string[], more: Partial<Team> = {}): Team => ({
  name,
  captain: '',
  withdrawn: false,
  members: names.map((one) => ({ name: one, points: 0, played: 0 })),
  next: names.slice(0, 2),
  ...more,
})
const league: League = {
  boards: 2,
  double: false,
  empty: false,
  schedule: [],
  teams: [team('Wolves', ['Ada', 'Ben', 'Cem']), team('Foxes', ['Dora', 'Eve'], { next: ['Dora'] }), team('Owls', ['Fay', 'Gus'])],
}
const round: TournamentRound = {
  number: 1,
  pairings: [pairing(1, ['Ada', 'Dora']), pairing(2, ['Ben', ''], 'bye')],
  meetings: [
    { teams: ['Wolves', 'Foxes'], score: [1, 0], tables: [1, 2], over: false },
    { teams: ['Owls'], score: [0], tables: [], over: true },
  ],
}
const people = ['Ada', 'Ben', 'Cem', 'Dora', 'Eve', 'Fay', 'Gus', 'Zoe'].map((name) => ({ name, state: 'here' as const, bot: '', from_round: 1 }))
const own = (name: string, more: Partial<OwnTournament> = {}): OwnTournament => ({
  name,
  place: 2,
  points: 0,
  state: 'here',
  table: 'ABCDE',
  number: 1,
  opponent: 'Dora',
  opponent_here: false,
  bye: false,
  results: [],
  team: teamOf(league, name)?.name ?? '',
  captain: false,
  ...more,
})
const tournament = (name: string, more: Partial<Tournament> = {}, mine: Partial<OwnTournament> = {}): Tournament =>
  ({
    state: 'running',
    format: 'team_league',
    entry: true,
    round,
    past: [],
    rounds: 3,
    players: people,
    listed: [],
    standings: ['Wolves', 'Foxes', 'Owls'].map((one, n) => ({ place: n + 1, name: one, points: 0, withdrawn: false })),
    league,
    you: own(name, mine),
    arena: null,
    ...more,
  }) as Tournament

test('a round is split into its meetings, with a free team apart', () => {
  const { meetings, byes } = splitMeetings(round)
  expect(meetings.map(({ boards }) => boards.pairings.map(({ table }) => table))).toEqual([[1, 2]])
  expect(byes).toEqual(['Owls'])
  expect(meetingOf(round, 'Foxes')).toBe(round.meetings![0])
  expect(splitMeetings({ number: 1, pairings: [] })).toEqual({ meetings: [], byes: [] })
})

test('the results of a team have its own board points first', () => {
  const past = { number: 1, pairings: [], meetings: [{ teams: ['Owls', 'Foxes'], score: [0.5, 1.5], tables: [], over: true }] }
  expect(teamResults({ past: [past], round: { ...round, number: 2 } }, 'Foxes')).toEqual([
    { round: 1, opponent: 'Owls', score: [1.5, 0.5], over: true },
    { round: 2, opponent: 'Wolves', score: [0, 1], over: false },
  ])
  expect(teamResults({ past: [], round }, 'Owls')).toEqual([{ round: 1, opponent: '', score: [], over: true }])
})

test('who may come in for whom until the game of a board has begun', () => {
  const told = { state: 'running' as const, round, league, players: people, listed: [] }
  const wolf = { table: 1, name: 'Ada', reserve: 'Cem' }
  expect(possibleReserves(told)).toEqual([wolf, { table: 1, name: 'Dora', reserve: 'Eve' }])
  expect(possibleReserves(told, 'Wolves')).toEqual([wolf])
  expect(possibleReserves({ ...told, listed: ['Cem'] }, 'Wolves'), 'nobody has entered under that name').toEqual([])
  for (const state of ['paused', 'withdrawn'] as const)
    expect(possibleReserves({ ...told, players: people.map((one) => (one.name === 'Cem' ? { ...one, state } : one)) }, 'Wolves')).toEqual([])
  const begun = { ...round, pairings: [pairing(1, ['Ada', 'Dora'], 'playing')] }
  expect(possibleReserves({ ...told, round: begun })).toEqual([])
  expect(possibleReserves({ ...told, state: 'over' })).toEqual([])
})

test('who is to come', () => {
  const schedule = [
    [['Owls', 'Wolves'], ['Foxes']],
    [['Foxes', 'Owls'], ['Wolves']],
  ]
  const told = (teams: readonly Team[]) => opponentsToCome({ league: { ...league, schedule, teams: [...teams] }, past: [], round }, 'Wolves')
  expect(told(league.teams)).toEqual([
    { round: 2, opponent: 'Owls' },
    { round: 3, opponent: '' },
  ])
  expect(told([{ ...league.teams[0]!, withdrawn: true }])).toEqual([])
})

test('who is in no team, and what stands behind the names of a team', () => {
  expect(teamlessPlayers({ league, players: people }).map(({ name }) => name)).toEqual(['Zoe'])
  const [wolves, foxes] = league.teams as [Team, Team]
  const told = (name: string, of: Team, more: Partial<Tournament> = {}) => memberText(tournament('Ada', more), of, name)
  expect([told('Ada', wolves), told('Cem', wolves)]).toEqual(['', 'reserve'])
  expect(told('Eve', foxes, { listed: ['Eve'] })).toBe('has not come yet')
  expect(told('Eve', foxes, { players: [{ ...people[4]!, state: 'paused' }] })).toBe('sits out')
  expect(told('Eve', foxes, { players: [] })).toBe('withdrawn')
  expect([boardsText(league, foxes), boardsText(league, { ...foxes, withdrawn: true })]).toEqual(['1 of 2 boards', 'withdrawn'])
})

test('a name moves by one, and not beyond the ends', () => {
  expect(moveName(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
  expect(moveName(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(moveName(['a', 'b'], 'a', -1)).toEqual(['a', 'b'])
  expect(moveName(['a', 'b'], 'b', 1)).toEqual(['a', 'b'])
})

test('lines of a list keep their tabs', () => {
  expect(parseLines(' Wolves\tAda \r\n\nFoxes; Ben\n')).toEqual(['Wolves\tAda', 'Foxes; Ben'])
})

describe('what a player is told first', () => {
  const ask = (...given: Parameters<typeof tournament>) => leaguePlayerHeadline(tournament(...given)).ask
  test('at the entry', () => {
    expect(ask('Zoe', { state: 'entry', round: null })).toBe('Which team do you play for?')
    expect(leaguePlayerHeadline(tournament('Zoe', { entry: false })).why).toBe('The director puts you into a team. This page goes on by itself.')
    expect(ask('Ada', { state: 'entry', round: null })).toBe('You are in, Ada, and play for Wolves.')
    expect(ask('Ada', {}, { state: 'withdrawn' })).toBe('You have withdrawn.')
  })
  test('in a round', () => {
    expect(ask('Ada')).toBe('Round 1 of 3: table 1, now.')
    expect(ask('Ben')).toBe('Round 1 of 3: nobody plays against you.')
    expect(ask('Cem')).toBe('Round 1 of 3: you are a reserve.')
    expect(ask('Cem', {}, { state: 'paused' })).toBe('Round 1 of 3: you sit out.')
    expect(ask('Fay')).toBe('Round 1 of 3: your team has no opponent.')
  })
  test('at the end', () => {
    expect(ask('Ada', { state: 'over' }, { place: 1 })).toBe('Your team has won the tournament: Wolves.')
    expect(ask('Dora', { state: 'over' })).toBe('The tournament is over. Your team, Foxes, is number 2 of 3.')
    expect(ask('Zoe', { state: 'over' }, { place: 0 })).toBe('The tournament is over.')
  })
})

test('what the director is told first', () => {
  const said = (more: Partial<Tournament>) => leagueDirectorHeadline(tournament('Ada', { code: 'AAAA', ...more }))
  expect(said({ state: 'entry', round: null }).ask).toBe('3 teams, 8 players are in.')
  expect(said({ state: 'entry', round: null, players: [], league: { ...league, teams: [] } })).toEqual({
    ask: 'No team yet, nobody is in.',
    why: 'Name the teams first, or paste a list. People then choose their team.',
  })
  expect(said({}).ask).toBe('Round 1 of 3: one table waits for a player.')
})
