/** What the pages of a team league say of it: meetings, teams, and where a player's own team stands. */
import { t } from '$app/messages'
import type { League, Meeting, Tournament, TournamentPlayer, TournamentRound, Team } from '$app/tournament_api'
import { countPlaying, directorHeadline, enteredPlayers, pairingOf, playerHeadline, roundTitle, winners, type Headline } from '../tournament_text'

/** The team of a player. */
export const teamOf = (league: League | null | undefined, player: string): Team | undefined =>
  league?.teams.find(({ members }) => members.some(({ name }) => name === player))

/** Who is in no team, also those who have withdrawn. */
export const teamlessPlayers = (tournament: Pick<Tournament, 'league' | 'players'>): TournamentPlayer[] =>
  tournament.players.filter(({ name }) => !teamOf(tournament.league, name))

/** The meetings of a round with their boards, and the teams that have none. */
export function splitMeetings(round: TournamentRound): { meetings: { meeting: Meeting; boards: TournamentRound }[]; byes: string[] } {
  const all = round.meetings ?? []
  return {
    meetings: all
      .filter(({ teams }) => teams.length === 2)
      .map((meeting) => ({ meeting, boards: { number: round.number, pairings: round.pairings.filter(({ table }) => meeting.tables.includes(table)) } })),
    byes: all.filter(({ teams }) => teams.length === 1).map(({ teams }) => teams[0]!),
  }
}

/** The meeting of a team in a round. */
export const meetingOf = (round: TournamentRound | null, team: string): Meeting | undefined => round?.meetings?.find(({ teams }) => teams.includes(team))

/** The meetings of a team so far, its own board points first. */
export const teamResults = (
  tournament: Pick<Tournament, 'past' | 'round'>,
  team: string,
): { round: number; opponent: string; score: number[]; over: boolean }[] =>
  [...tournament.past, ...(tournament.round ? [tournament.round] : [])].flatMap((round) => {
    const found = meetingOf(round, team)
    if (!found) return []
    const own = found.teams.indexOf(team)
    const opponent = found.teams[1 - own] ?? ''
    return [{ round: round.number, opponent, score: opponent ? [found.score[own]!, found.score[1 - own]!] : [], over: found.over }]
  })

/** The opponents of a team in the rounds to come, '' for a free round; none once it has withdrawn. */
export const opponentsToCome = ({ league, past, round }: Pick<Tournament, 'league' | 'past' | 'round'>, team: string): { round: number; opponent: string }[] =>
  league?.teams.find(({ name }) => name === team)?.withdrawn
    ? []
    : (league?.schedule ?? []).map((meetings, n) => ({
        round: past.length + (round ? 1 : 0) + n + 1,
        opponent: meetings.find((teams) => teams.includes(team))?.find((one) => one !== team) ?? '',
      }))

/** What stands behind a member's name: that they sit out, are a reserve, or have not come. */
export function memberText(tournament: Pick<Tournament, 'players' | 'listed'>, team: Team, name: string): string {
  const found = tournament.players.find((one) => one.name === name)
  if (!found || found.state === 'withdrawn') return t('tournament.state.withdrawn')
  if (tournament.listed.includes(name)) return t('tournament.state.listed')
  if (found.state === 'paused') return t('league.out')
  return team.next.includes(name) || team.withdrawn ? '' : t('league.reserve')
}

/** A reserve who may come in for somebody at a table. */
export interface Replacement {
  table: number
  name: string
  reserve: string
}

/** Who may come in for whom in the running round, in one team or in all: until a board's game has begun, who has no board and does not sit out. */
export function possibleReserves({ state, round, league, players, listed }: ReserveBasis, only = ''): Replacement[] {
  const boards = state === 'running' ? (round?.pairings ?? []) : []
  const playing = new Set(boards.flatMap((one) => one.players))
  const isFree = (name: string) =>
    !playing.has(name) && !listed.includes(name) && players.some((one) => one.name === name && (one.state === 'here' || one.state === 'away'))
  return boards
    .filter((board) => board.state === 'waiting')
    .flatMap(({ table, players: names }) =>
      names.flatMap((name) => {
        const team = teamOf(league, name)
        return !team || (only && team.name !== only) ? [] : team.members.filter((one) => isFree(one.name)).map((one) => ({ table, name, reserve: one.name }))
      }),
    )
}
type ReserveBasis = Pick<Tournament, 'state' | 'round' | 'league' | 'players' | 'listed'>

/** How many players a team has for the boards of the next round. */
export const boardsText = (league: League, team: Team): string =>
  team.withdrawn ? t('tournament.state.withdrawn') : t('league.boards.filled', { n: team.next.length, of: league.boards })

/** The names in another order: one moves up or down. */
export function moveName(names: readonly string[], name: string, by: -1 | 1): string[] {
  const found = [...names]
  const at = found.indexOf(name)
  if (at < 0 || at + by < 0 || at + by >= found.length) return found
  ;[found[at], found[at + by]] = [found[at + by]!, found[at]!]
  return found
}

/** Lines of a pasted list as they are, without empty ones: the server reads team and name. */
export const parseLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)

/** What the director is told first. */
export function leagueDirectorHeadline(tournament: Tournament): Headline {
  if (tournament.state !== 'entry' || !tournament.league) return directorHeadline(tournament)
  const n = tournament.league.teams.length
  const players = countPlaying(tournament)
  return { ask: t('league.here', { n, players }), why: n ? t('league.here.why') : t('league.here.none') }
}

/** What a player is told first: the table to go to, the team to choose, or why there is no table. */
export function leaguePlayerHeadline(tournament: Tournament): Headline {
  const { you, league, round, rounds, state, standings } = tournament
  if (!you || !league) return playerHeadline(tournament)
  const team = you.team ?? ''
  if (state === 'over') {
    const why = t('tournament.you.final.why', { name: you.name })
    if (!team || !you.place) return { ask: t('tournament.won.nobody'), why }
    const alone = you.place === 1 && winners(standings).length === 1
    return { ask: alone ? t('league.you.first', { team }) : t('league.you.final', { team, place: you.place, n: standings.length }), why }
  }
  if (you.state === 'withdrawn') return playerHeadline(tournament)
  if (!team) return { ask: t('league.choose'), why: t(tournament.entry && league.teams.length ? 'league.choose.why' : 'league.choose.wait') }
  if (!round) return { ask: t('league.you.in', { name: you.name, team }), why: t('tournament.you.in.why') }
  const title = roundTitle(round.number, rounds)
  const mine = pairingOf(round, you.name)
  if (mine) return mine.state === 'bye' ? { ask: t('league.you.empty', { round: title }), why: t('league.you.empty.why') } : playerHeadline(tournament)
  if (meetingOf(round, team)?.teams.length === 1) return { ask: t('league.you.bye', { round: title }), why: t('league.you.bye.why') }
  return you.state === 'paused'
    ? { ask: t('league.you.out', { round: title }), why: t('league.you.out.why') }
    : { ask: t('league.you.reserve', { round: title }), why: t('league.you.reserve.why') }
}

/** What the projector shows before the first round: how many of its boards each team has, or names of those without a team. */
export const wallTeams = (tournament: Pick<Tournament, 'league' | 'players' | 'listed'>): string[] =>
  tournament.league?.teams.length
    ? tournament.league.teams.map((team) => t('league.wall.team', { team: team.name, n: team.next.length, of: tournament.league!.boards }))
    : enteredPlayers(tournament).map(({ name }) => name)
