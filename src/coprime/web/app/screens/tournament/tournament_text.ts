/** What the pages of a tournament say of it: sentences, scores, and which figures a table of standings has. */
import { t } from '$app/messages'
import { formatList } from '$app/number_format'
import type { Pairing, StandingsRow, Tournament, TournamentFormat, TournamentPlayer, TournamentRound } from '$app/tournament_api'

/** What is asked or said, and the line below it. */
export interface Headline {
  ask: string
  why: string
}

/** Names of people who are waited for, up to so many; then only how many. */
const FEW = 3

/** "2½": points are whole or end in a half. */
export function formatHalf(points: number): string {
  const whole = Math.floor(points)
  if (points === whole) return String(whole)
  return `${whole || ''}½`
}

/** "2 : 1" */
export const formatScore = (score: readonly number[]): string => score.map(formatHalf).join(' : ')

/** The same as it is spoken: "2 to 1". */
export const speakScore = ([a = 0, b = 0]: readonly number[]): string => t('tournament.score.sr', { a: formatHalf(a), b: formatHalf(b) })

/** Those who have entered, and are not only on the list. */
export const enteredPlayers = ({ players, listed }: Pick<Tournament, 'players' | 'listed'>): TournamentPlayer[] =>
  players.filter(({ name }) => !listed.includes(name))

/** How many play or will. */
export const countPlaying = (tournament: Pick<Tournament, 'players' | 'listed'>): number =>
  enteredPlayers(tournament).filter((one) => one.state !== 'withdrawn').length

/** Forms into which people come late, in a team league as reserves. */
const LATE_FORMATS: readonly TournamentFormat[] = ['swiss', 'team_league']

/** Whether whoever enters would still play: nobody comes late into a round robin or a knock-out, nor after the last pairing. */
export const isEntryPossible = (tournament: Pick<Tournament, 'state' | 'format' | 'round' | 'rounds' | 'arena'>): boolean =>
  tournament.state === 'entry' ||
  (tournament.state === 'running' &&
    (tournament.format === 'arena' ? (tournament.arena?.left ?? 0) > 0 : LATE_FORMATS.includes(tournament.format) && !isLastRound(tournament)))

/** Whether people may enter. */
export const isEntryOpen = (tournament: Pick<Tournament, 'entry' | 'state' | 'format' | 'round' | 'rounds' | 'arena'>): boolean =>
  tournament.entry && isEntryPossible(tournament)

/** A sentence in which no line ends within a score. */
export const keepScoresTogether = (text: string): string => text.replace(/(\d) : (?=\d)/g, '$1\u00a0:\u00a0')

/** Out of how many games a pairing is played that is won by so many. */
export const bestOf = (wins: number): number => 2 * wins - 1

export const bestOfText = (wins: number): string => t('tournament.best.n', { n: bestOf(wins) })

/** "Round 3 of 4", or "Round 3" where nobody knows how many there will be. */
export const roundTitle = (number: number, of: number): string =>
  of >= number && of ? t('tournament.round.of', { n: number, of }) : t('tournament.round', { n: number })

/** The pairings of two, by their state. */
export function sortPairings(round: TournamentRound): Record<Pairing['state'], Pairing[]> {
  const found: Record<Pairing['state'], Pairing[]> = { waiting: [], playing: [], done: [], bye: [] }
  for (const one of round.pairings) found[one.state].push(one)
  return found
}

/** Whether no table plays or waits any more. */
export function isComplete(round: TournamentRound): boolean {
  const { waiting, playing } = sortPairings(round)
  return !waiting.length && !playing.length
}

/** The most pairings that a sentence names. */
const MOST_NAMED = 4

/** Which tables of the round have not finished, with their players; of many the first ones, and how many there are. */
export function openPairingsText({ round }: Pick<Tournament, 'round'>): string {
  if (!round) return ''
  const open = round.pairings.filter(({ state }) => state === 'waiting' || state === 'playing')
  const named = open.slice(0, MOST_NAMED).map(({ table, players }) => t('tournament.time.table', { n: table, one: players[0] ?? '', other: players[1] ?? '' }))
  const rest = open.length - named.length
  return t('tournament.time.open', { tables: formatList(rest ? [...named, t('tournament.time.rest', { n: rest })] : named, t('and')) })
}

/** Those who are waited for at any table. */
export const missingNames = (round: TournamentRound): string[] => round.pairings.flatMap(({ state, missing }) => (state === 'waiting' ? missing : []))

/** What having no opponent is called: everybody has one free round where all meet all. */
export const byeText = (format: TournamentFormat): string =>
  t(format === 'round_robin' ? 'tournament.free' : format === 'team_league' ? 'league.empty' : 'tournament.bye')

/** What a table does: "game 2", "waits for Kaya", "finished". */
export function pairingText(pairing: Pairing, format: TournamentFormat): string {
  if (pairing.state === 'bye') return byeText(format)
  if (pairing.state === 'done')
    return pairing.forfeited.length
      ? t(format === 'arena' ? 'arena.absent' : 'tournament.forfeited', { names: formatList(pairing.forfeited, t('and')) })
      : t('tournament.done')
  if (pairing.state === 'waiting' && pairing.missing.length) return t('tournament.waits', { names: formatList(pairing.missing, t('and')) })
  if (format === 'arena') return t('arena.plays')
  return pairing.game ? t('tournament.playing.game', { n: pairing.game }) : t('tournament.playing.between')
}

/** Whether a score can be told: a game has been won, or play has begun. */
export const hasScore = ({ state, score }: Pairing): boolean => state !== 'bye' && (state !== 'waiting' || score[0] + score[1] > 0)

/** Names of the first place, once the tournament is over. */
export const winners = (standings: readonly StandingsRow[]): string[] => standings.filter(({ place }) => place === 1).map(({ name }) => name)

/** Who has won. */
export function finalHeadline({ standings, past, round }: Pick<Tournament, 'standings' | 'past' | 'round'>): Headline {
  const played = past.length + (round ? 1 : 0)
  if (!played) return { ask: t('tournament.won.nobody'), why: t('tournament.won.none') }
  const first = winners(standings)
  const why = t('tournament.final.after', { n: played })
  if (first.length === 1) return { ask: t('tournament.won.one', { name: first[0]! }), why }
  return { ask: first.length > 1 && first.length <= FEW ? t('tournament.won.many', { names: formatList(first, t('and')) }) : t('tournament.won.nobody'), why }
}

/** What the director is told first. */
export function directorHeadline(tournament: Tournament): Headline {
  const { state, round, rounds, code } = tournament
  if (state === 'over') return finalHeadline(tournament)
  if (state === 'entry' || !round) {
    const n = countPlaying(tournament)
    return { ask: t('tournament.here', { n }), why: n ? t('tournament.here.why') : t('tournament.here.nobody', { code }) }
  }
  const title = roundTitle(round.number, rounds)
  const { playing, waiting } = sortPairings(round)
  if (isComplete(round))
    return { ask: t('tournament.round.over', { round: title }), why: t(isLastRound(tournament) ? 'tournament.next.last' : 'tournament.next.why') }
  const doing = [
    playing.length ? t('tournament.playing', { n: playing.length }) : '',
    waiting.length ? t(playing.length ? 'tournament.waiting' : 'tournament.waiting.first', { n: waiting.length }) : '',
  ].filter(Boolean)
  const missing = missingNames(round)
  return {
    ask: t('tournament.round.doing', { round: title, doing: formatList(doing) }),
    why:
      missing.length > FEW
        ? t('tournament.absent.many', { n: missing.length })
        : missing.length
          ? t('tournament.absent', { n: missing.length, names: formatList(missing, t('and')) })
          : t('tournament.all.here'),
  }
}

/** Whether as many rounds are paired as are planned. */
export const isLastRound = ({ round, rounds }: Pick<Tournament, 'round' | 'rounds'>): boolean => !!round && rounds > 0 && round.number >= rounds

/** The pairing of a player in a round. */
export const pairingOf = (round: TournamentRound | null, name: string): Pairing | undefined => round?.pairings.find(({ players }) => players.includes(name))

/** A player's own score first. */
export const turnScore = ({ players, score }: Pairing, name: string): [number, number] => (players[1] === name ? [score[1], score[0]] : [score[0], score[1]])

/** What a player is told first: the table to go to, or why there is none. */
export function playerHeadline(tournament: Tournament): Headline {
  const { state, round, rounds, you, players, standings, format } = tournament
  if (!you) return { ask: '', why: '' }
  const { name } = you
  if (you.state === 'waiting') return { ask: t('tournament.waits.you', { name }), why: t('tournament.waits.why') }
  if (state === 'over') {
    const alone = you.place === 1 && winners(standings).length === 1
    const ask = alone
      ? t('tournament.you.first')
      : you.place
        ? t('tournament.you.final', { place: you.place, n: standings.length })
        : t('tournament.won.nobody')
    return { ask, why: t('tournament.you.final.why', { name }) }
  }
  if (you.state === 'withdrawn')
    return { ask: t('tournament.you.withdrawn'), why: t(format === 'knockout' && round ? 'tournament.you.out.why' : 'tournament.you.withdrawn.why') }
  if (!round) return { ask: t('tournament.you.in', { name }), why: t('tournament.you.in.why') }
  const title = roundTitle(round.number, rounds)
  const mine = pairingOf(round, name)
  if (you.bye || mine?.state === 'bye') {
    return { ask: t('tournament.you.bye', { round: title }), why: format === 'arena' || format === 'team_league' ? '' : t(`tournament.you.bye.${format}`) }
  }
  if (!mine) {
    const late = (players.find((one) => one.name === name)?.from_round ?? 0) > round.number
    if (late) return { ask: t('tournament.you.later', { round: title }), why: t('tournament.waits.why') }
    return format === 'knockout'
      ? { ask: t('tournament.you.out'), why: t('tournament.you.out.why') }
      : { ask: t('tournament.you.later', { round: title }), why: t('tournament.waits.why') }
  }
  const opponent = you.opponent || mine.players.find((one) => one !== name) || ''
  const [a, b] = turnScore(mine, name)
  if (mine.state === 'done') {
    const how = a > b ? 'won' : a < b ? 'lost' : 'drawn'
    const out = how === 'lost' && format === 'knockout'
    const why = out ? 'tournament.you.out.why' : isLastRound(tournament) || isComplete(round) ? 'tournament.waits.why' : 'tournament.you.next'
    return { ask: t(`tournament.you.${how}`, { round: title, name: opponent, a: formatHalf(a), b: formatHalf(b) }), why: t(why) }
  }
  if (mine.state === 'playing') {
    return {
      ask: t('tournament.you.plays', { round: title, n: mine.table }),
      why: t('tournament.you.score', { name: opponent, a: formatHalf(a), b: formatHalf(b) }),
    }
  }
  return {
    ask: t('tournament.you.now', { round: title, n: mine.table }),
    why: t(you.opponent_here ? 'tournament.you.here' : 'tournament.you.awaits', { name: opponent }),
  }
}

/** The figures of a table of standings, by how the tournament is played. */
export type Figure = 'points' | 'buchholz' | 'sonneborn_berger' | 'won' | 'played' | 'board_points'
const FIGURES: Record<TournamentFormat, readonly Figure[]> = {
  swiss: ['points', 'buchholz', 'sonneborn_berger'],
  round_robin: ['points', 'sonneborn_berger'],
  knockout: ['points'],
  arena: ['points', 'won', 'played'],
  team_league: ['points', 'board_points', 'sonneborn_berger'],
}
export const figuresOf = (format: TournamentFormat): readonly Figure[] => FIGURES[format]

/** Rows in as many columns as the wall has, each as full as the first. */
export function splitRows<T>(rows: readonly T[], columns: number): T[][] {
  const each = Math.ceil(rows.length / columns) || 1
  return Array.from({ length: Math.ceil(rows.length / each) }, (_, i) => rows.slice(i * each, (i + 1) * each))
}

/** The pawn that a player has through the whole tournament. */
export const pawnOf = (players: readonly { name: string }[], name: string): number =>
  Math.max(
    players.findIndex((one) => one.name === name),
    0,
  )

/** Names of a pasted list: one a line, without blanks around them and without repetitions. */
export const parseNames = (text: string): string[] => [...new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/\s+/g, ' ')))].filter(Boolean)

/** Into how many columns the wall puts so many players, and how many of them it has room for. */
export function wallColumns(players: number): { n: number; most: number } {
  if (players <= 8) return { n: 1, most: 8 }
  return players <= 24 ? { n: 2, most: 24 } : { n: 3, most: 48 }
}

/** How many tables the wall has room for. */
const WALL_TABLES = 32

/** The pairings that the wall shows: all, or those first that play or wait. */
export function wallTables(pairings: readonly Pairing[]): Pairing[] {
  if (pairings.length <= WALL_TABLES) return [...pairings]
  const going = ({ state }: Pairing) => state === 'waiting' || state === 'playing'
  return [...pairings.filter(going), ...pairings.filter((one) => !going(one))].slice(0, WALL_TABLES - 1).sort((a, b) => a.table - b.table)
}
