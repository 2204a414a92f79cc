import { describe, expect, test } from 'vitest'
import type { OwnTournament, Pairing, StandingsRow, Tournament, TournamentRound } from '$app/tournament_api'
import {
  bestOf,
  directorHeadline,
  openPairingsText,
  figuresOf,
  finalHeadline,
  formatHalf,
  formatScore,
  isComplete,
  isEntryOpen,
  isLastRound,
  keepScoresTogether,
  pairingText,
  parseNames,
  pawnOf,
  playerHeadline,
  roundTitle,
  speakScore,
  splitRows,
  turnScore,
  wallColumns,
  wallTables,
  winners,
} from './tournament_text'

const pairing = (table: number, players: string[], state: Pairing['state'], more: Partial<Pairing> = {}): Pairing => ({
  table,
  code: 'ABCDE',
  players,
  score: [0, 0],
  game: state === 'playing' ? 1 : 0,
  state,
  missing: [],
  substituted: [],
  forfeited: [],
  corrected: false,
  ...more,
})
const row = (place: number, name: string, points = 0): StandingsRow => ({
  place,
  name,
  points,
  buchholz: 0,
  sonneborn_berger: 0,
  direct: null,
  withdrawn: false,
})
const round = (number: number, ...pairings: Pairing[]): TournamentRound => ({ number, pairings })
const own = (more: Partial<OwnTournament> = {}): OwnTournament => ({
  name: 'Ben',
  place: 2,
  points: 1,
  state: 'here',
  table: 'ABCDE',
  number: 2,
  opponent: 'Jun',
  opponent_here: true,
  bye: false,
  results: [],
  ...more,
})
const NAMES = ['Aiko', 'Ben', 'Emi', 'Jun']
const tournament = (more: Partial<Tournament> = {}): Tournament => ({
  code: 'K7WQ4M2P',
  notice: '',
  round_minutes: 0,
  round_left: null,
  name: 'Thursday club',
  game: 'pebbles',
  title: 'Pebbles',
  options: {},
  format: 'swiss',
  rounds: 4,
  wins: 2,
  state: 'running',
  entry: true,
  approval: false,
  rated: false,
  director: false,
  you: null,
  players: NAMES.map((name) => ({ name, state: 'here', bot: '', from_round: 1 })),
  listed: [],
  waiting: [],
  round: round(3, pairing(1, ['Aiko', 'Emi'], 'done', { score: [2, 1] }), pairing(2, ['Jun', 'Ben'], 'playing', { score: [1, 0], game: 2 })),
  past: [],
  standings: NAMES.map((name, i) => row(i + 1, name)),
  moment: null,
  arena: null,
  log: [],
  can_pair: false,
  why_not: '',
  levels: [],
  invite: { url: 'http://example.test/tournament/K7WQ4M2P', lan: true, how: '' },
  qr: { url: '', size: 1, path: '' },
  ...more,
})

test('nobody comes late into a round robin or a knock-out, nor after the last pairing', () => {
  const open = (more: Partial<Tournament>) => isEntryOpen(tournament(more))
  expect([open({ state: 'entry', round: null, format: 'knockout' }), open({}), open({ state: 'entry', round: null, entry: false })]).toEqual([
    true,
    true,
    false,
  ])
  expect([open({ format: 'round_robin' }), open({ format: 'knockout' }), open({ round: round(4) }), open({ state: 'over' })]).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('points and scores are written with halves', () => {
  expect([formatScore([1.5, 0]), speakScore([1, 0.5])]).toEqual(['1½ : 0', '1 to ½'])
  expect([0, 0.5, 1, 2.5, 10].map(formatHalf)).toEqual(['0', '½', '1', '2½', '10'])
})

test('a pairing that is won by two games is the best of three', () => {
  expect([1, 2, 3, 4].map(bestOf)).toEqual([1, 3, 5, 7])
})

test('a round is told out of how many, if that is known and holds', () => {
  expect([roundTitle(3, 4), roundTitle(3, 0), roundTitle(5, 4)]).toEqual(['Round 3 of 4', 'Round 3', 'Round 5'])
})

test('what a table does is said', () => {
  expect(pairingText(pairing(1, ['Aiko', 'Emi'], 'playing', { game: 2 }), 'swiss')).toBe('game 2')
  expect(pairingText(pairing(1, ['Aiko', 'Emi'], 'playing', { game: 0 }), 'swiss')).toBe('between two games')
  expect(pairingText(pairing(1, ['Aiko', 'Kaya'], 'waiting', { missing: ['Kaya'] }), 'swiss')).toBe('waits for Kaya')
  expect(pairingText(pairing(1, ['Aiko', 'Kaya'], 'waiting', { missing: ['Aiko', 'Kaya'] }), 'swiss')).toBe('waits for Aiko and Kaya')
  expect(pairingText(pairing(1, ['Aiko', 'Emi'], 'done'), 'swiss')).toBe('finished')
  expect(pairingText(pairing(1, ['Aiko', 'Emi'], 'done', { forfeited: ['Emi'] }), 'swiss')).toBe('Emi has withdrawn')
  expect(pairingText(pairing(0, ['Aiko'], 'bye'), 'swiss')).toBe('bye')
  expect(pairingText(pairing(0, ['Aiko'], 'bye'), 'round_robin')).toBe('free round')
})

test('a bye does not keep a round open, a table that waits does', () => {
  expect(isComplete(round(1, pairing(1, ['Aiko', 'Emi'], 'done'), pairing(0, ['Ben'], 'bye')))).toBe(true)
  expect(isComplete(round(1, pairing(1, ['Aiko', 'Emi'], 'waiting')))).toBe(false)
})

test('a score is turned for who reads it', () => {
  const one = pairing(1, ['Jun', 'Ben'], 'playing', { score: [1, 0] })
  expect([turnScore(one, 'Ben'), turnScore(one, 'Jun')]).toEqual([
    [0, 1],
    [1, 0],
  ])
})

describe('the director', () => {
  test('is told how many are in, and how others come', () => {
    const entry: Partial<Tournament> = { state: 'entry', round: null, standings: [] }
    expect(directorHeadline(tournament({ ...entry, players: [] }))).toEqual({
      ask: 'Nobody is in yet.',
      why: 'Show the projector’s page. Players type K7WQ4M2P.',
    })
    expect(directorHeadline(tournament(entry)).ask).toBe('4 players are in.')
    // Whoever stands on the list is in once they have come.
    expect(directorHeadline(tournament({ ...entry, listed: ['Jun'] })).ask).toBe('3 players are in.')
  })
  test('is told what the tables do and who is missing', () => {
    expect(directorHeadline(tournament())).toEqual({ ask: 'Round 3 of 4: one table plays.', why: 'Everybody is at their table.' })
    const waits = pairing(3, ['Ines', 'Kaya'], 'waiting', { missing: ['Kaya'] })
    const playing = pairing(2, ['Jun', 'Ben'], 'playing')
    expect(directorHeadline(tournament({ round: round(3, playing, { ...playing, table: 4 }, waits) }))).toEqual({
      ask: 'Round 3 of 4: 2 tables play, one waits for a player.',
      why: 'Kaya has not come. A bot can sit down instead.',
    })
    expect(directorHeadline(tournament({ round: round(3, waits) })).ask).toBe('Round 3 of 4: one table waits for a player.')
    const nobody = [1, 2].map((n) => pairing(n, [`A${n}`, `B${n}`], 'waiting', { missing: [`A${n}`, `B${n}`] }))
    expect(directorHeadline(tournament({ round: round(3, ...nobody) })).why).toBe('4 players have not come. Bots can sit down instead.')
  })
  test('is told what to do once all tables have finished', () => {
    const done = pairing(1, ['Aiko', 'Emi'], 'done')
    expect(directorHeadline(tournament({ round: round(3, done) }))).toEqual({
      ask: 'Round 3 of 4 is over.',
      why: 'Pair the next round when everybody is ready.',
    })
    const last = tournament({ round: round(4, done) })
    expect(isLastRound(last)).toBe(true)
    expect(directorHeadline(last).why).toBe('That was the last round. End the tournament to show the final table.')
    expect(isLastRound(tournament({ rounds: 0 }))).toBe(false)
  })
})

test('the end names whoever has won, one or several, or that nobody played', () => {
  const played = { past: [round(1)], round: round(2) }
  expect(finalHeadline({ ...played, standings: [row(1, 'Aiko'), row(2, 'Emi')] })).toEqual({
    ask: 'Aiko wins the tournament.',
    why: 'Final table after 2 rounds',
  })
  expect(finalHeadline({ ...played, standings: [row(1, 'Aiko'), row(1, 'Emi')] }).ask).toBe('Aiko and Emi share the first place.')
  expect(finalHeadline({ ...played, standings: ['A', 'B', 'C', 'D'].map((name) => row(1, name)) }).ask).toBe('The tournament is over.')
  expect(finalHeadline({ past: [], round: null, standings: [] }).why).toBe('It ended before a round was played.')
  expect(winners([row(1, 'Aiko'), row(1, 'Emi'), row(3, 'Ben')])).toEqual(['Aiko', 'Emi'])
})

describe('a player', () => {
  const said = (more: Partial<Tournament>, you: Partial<OwnTournament> = {}) => playerHeadline(tournament({ you: own(you), ...more }))
  const mine = (state: Pairing['state'], more: Partial<Pairing> = {}) => ({
    round: round(3, pairing(1, ['Aiko', 'Emi'], 'playing'), pairing(2, ['Jun', 'Ben'], state, more)),
  })

  test('is sent to the table, and told whether the opponent is there', () => {
    expect(said(mine('waiting'))).toEqual({ ask: 'Round 3 of 4: table 2, now.', why: 'Jun waits for you.' })
    expect(said(mine('waiting'), { opponent_here: false }).why).toBe('Jun is not at the table yet.')
  })
  test('is told the own score first', () => {
    expect(said(mine('playing', { score: [1, 0] }))).toEqual({ ask: 'Round 3 of 4: table 2 plays.', why: 'Jun and you stand at 0 : 1.' })
  })
  test('is told how the round ended', () => {
    const asks = ([score, ...more]: [[number, number], ...string[]]) => said({ ...mine('done', { score }), ...(more.length ? { format: 'knockout' } : {}) })
    expect(asks([[0, 2]]).ask).toBe('Round 3 of 4: you have won 2 : 0 against Jun.')
    expect(asks([[2, 1]])).toEqual({
      ask: 'Round 3 of 4: you have lost 1 : 2 against Jun.',
      why: 'The next round is paired when all tables have finished.',
    })
    expect(said({ round: round(3, pairing(2, ['Jun', 'Ben'], 'done', { score: [0, 2] })) }).why).toBe('This page goes on by itself.')
    expect(asks([[1, 1]]).ask).toBe('Round 3 of 4: 1 : 1 against Jun, a draw.')
    expect(asks([[2, 1], 'knockout']).why).toBe('You can follow the other tables here.')
  })
  test('is told why there is no opponent', () => {
    const bye = { round: round(3, pairing(0, ['Ben'], 'bye')) }
    expect(said(bye, { bye: true }).ask).toBe('Round 3 of 4: you have no opponent.')
    expect(said({ ...bye, format: 'round_robin' }).why).toBe('The number of players is odd, so that everybody has one free round. It does not count.')
    expect(said({ ...bye, format: 'knockout' }).why).toBe('There are too few players for a pairing. You are in the next round.')
    const without = { round: round(3, pairing(1, ['Aiko', 'Emi'], 'playing')) }
    expect(said({ ...without, format: 'knockout' }).ask).toBe('You are out of the tournament.')
    const late = { players: [{ name: 'Ben', state: 'here' as const, bot: '', from_round: 4 }] }
    expect(said({ ...without, ...late, format: 'knockout' }).ask).toBe('Round 3 of 4 has begun; you play from the next one on.')
    expect(said(without).ask).toBe('Round 3 of 4 has begun; you play from the next one on.')
  })
  test('is told before the first round, after withdrawing and at the end', () => {
    expect(said({ state: 'entry', round: null }).ask).toBe('You are in, Ben.')
    expect(said({ state: 'entry', round: null }, { state: 'waiting' }).ask).toBe('Ben, wait until the director lets you in.')
    expect(said(mine('waiting'), { state: 'withdrawn' }).ask).toBe('You have withdrawn.')
    expect(said({ state: 'over' }).ask).toBe('The tournament is over. You are number 2 of 4.')
    expect(said({ state: 'over', standings: [row(1, 'Ben'), row(2, 'Jun')] }, { place: 1 }).ask).toBe('You have won the tournament.')
    expect(said({ state: 'over', standings: [row(1, 'Ben'), row(1, 'Jun')] }, { place: 1 }).ask).toBe('The tournament is over. You are number 1 of 2.')
  })
})

test('each form has its figures', () => {
  expect(figuresOf('swiss')).toEqual(['points', 'buchholz', 'sonneborn_berger'])
  expect(figuresOf('round_robin')).toEqual(['points', 'sonneborn_berger'])
  expect(figuresOf('knockout')).toEqual(['points'])
})

test('rows fill the columns of the wall from the left', () => {
  expect(splitRows([1, 2, 3, 4, 5], 2)).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
  expect(splitRows([1], 3)).toEqual([[1]])
  expect(splitRows([], 2)).toEqual([])
  expect([8, 9, 24, 25].map((n) => wallColumns(n).n)).toEqual([1, 2, 2, 3])
})

test('where the wall has no room for all tables, those that play go first', () => {
  const all = Array.from({ length: 40 }, (_, i) => pairing(i + 1, [`A${i}`, `B${i}`], i < 20 ? 'done' : 'playing'))
  expect(wallTables(all.slice(0, 32))).toHaveLength(32)
  const shown = wallTables(all)
  expect(shown).toHaveLength(31)
  expect(shown.filter(({ state }) => state === 'playing')).toHaveLength(20)
  expect(shown.map(({ table }) => table)).toEqual(shown.map(({ table }) => table).sort((a, b) => a - b))
})

test('a player keeps their pawn, and a stranger has the first', () => {
  expect([pawnOf([{ name: 'A' }, { name: 'B' }], 'B'), pawnOf([], 'B')]).toEqual([1, 0])
})

test('a pasted list has each name once', () => {
  expect(parseNames(' Ada \r\n\nBen  Lee\nAda\n')).toEqual(['Ada', 'Ben Lee'])
})

test('no line ends within a score', () => {
  expect(keepScoresTogether('Finn 2 : 0, not 1 : 1. Reason: x')).toBe('Finn 2\u00a0:\u00a00, not 1\u00a0:\u00a01. Reason: x')
})

test('of the tables that have not finished the first four are named', () => {
  const going = (n: number) => pairing(n, [`A${n}`, `B${n}`], 'playing')
  const text = (...pairings: Pairing[]) => openPairingsText({ round: round(1, ...pairings) })
  expect(text(going(1), pairing(2, ['A2', 'B2'], 'done'))).toBe('Still open: table 1 (A1 – B1).')
  expect(text(...[1, 2, 3, 4].map(going))).toContain('and table 4 (A4 – B4).')
  expect(text(...[1, 2, 3, 4, 5].map(going))).toContain('table 4 (A4 – B4) and one more table.')
})
