/** Requests about tournaments, with the types of their answers: docs/protocol/tournaments.md. */
import { apiPath, sendRequest, type Options, type Qr } from './api'

export const FORMATS = ['swiss', 'round_robin', 'knockout', 'arena', 'team_league'] as const
export type TournamentFormat = (typeof FORMATS)[number]
/** How many games a pairing is won by: one, best of three, five, seven. */
export const WINS = [1, 2, 3, 4] as const
/** At how many boards a team plays. */
export const BOARDS = [2, 3, 4, 5, 6, 7, 8] as const
/** How long an arena is. */
export const ARENA_MINUTES = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180] as const
/** How long a round may last; 0 for any time. */
export const ROUND_MINUTES = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120] as const
/** Won games of the first and the second player of a pairing; a drawn game is half a one for each. */
export type Score = [number, number]

export interface NewTournament {
  name: string
  game: string
  options: Options
  preset: string
  format: TournamentFormat
  /** Of a Swiss tournament; 0 for as many as are usual. */
  rounds: number
  wins: number
  /** Of an arena, else 0. */
  minutes: number
  rated: boolean
  /** Of a team league, else 0 and false: the boards, and whether teams meet twice. */
  boards: number
  double: boolean
}
export interface Pairing {
  table: number
  /** For the director and the pairing's players; '' for others. */
  code: string
  /** One name: a bye. In a team league two, those of the first team first; '' where it has nobody for the board. */
  players: string[]
  score: Score
  /** The number of the running game, 0 for none. */
  game: number
  state: 'waiting' | 'playing' | 'done' | 'bye'
  /** Who is not at the table yet. */
  missing: string[]
  /** For whom a bot plays, and who has withdrawn from the running pairing. */
  substituted: string[]
  forfeited: string[]
  corrected: boolean
}
/** Two teams that meet, or one that has a bye: their board points, and the tables in the order of the boards. */
export interface Meeting {
  teams: string[]
  score: number[]
  tables: number[]
  over: boolean
}
export interface Team {
  name: string
  /** The name of its captain, '' for nobody. */
  captain: string
  withdrawn: boolean
  /** In board order, with their points from so many played boards. */
  members: { name: string; points: number; played: number }[]
  /** Who plays the next round for it. */
  next: string[]
}
export interface League {
  boards: number
  double: boolean
  /** Told to the director: only empty boards keep the round from being paired. */
  empty: boolean
  /** Who meets whom in the rounds to come, once the first one is paired: names of teams, one alone for a bye. */
  schedule: string[][][]
  teams: Team[]
}
export interface TournamentRound {
  number: number
  pairings: Pairing[]
  /** Of a team league. */
  meetings?: Meeting[]
}
export interface TournamentPlayer {
  name: string
  state: 'here' | 'away' | 'paused' | 'withdrawn'
  /** The level of a bot; '' for a person. */
  bot: string
  from_round: number
}
export interface StandingsRow {
  place: number
  name: string
  points: number
  buchholz?: number
  sonneborn_berger?: number
  direct?: number | null
  /** Of a team in a team league, where points are match points. */
  board_points?: number
  /** Games of an arena. */
  won?: number
  played?: number
  withdrawn: boolean
}
export interface OwnResult {
  round: number
  opponent: string
  score: Score
  outcome: number
  bye: boolean
  /** The best moment, and the number that it made; '' for none. */
  moment: string
  figure: string
  /** In an arena: who did not come to the table. */
  absent?: string[]
}
/** What a player is told of themselves. */
export interface OwnTournament {
  name: string
  place: number
  points: number
  /** Or they wait to be let in. */
  state: TournamentPlayer['state'] | 'waiting'
  /** The code and the number of the table; '' and 0 for none. */
  table: string
  number: number
  opponent: string
  opponent_here: boolean
  bye: boolean
  results: OwnResult[]
  /** In a team league: the own team, '' for none; whether one is its captain. */
  team?: string
  captain?: boolean
}
/** The time of an arena. */
export interface ArenaTime {
  minutes: number
  /** Seconds that are left. */
  left: number
  /** Seconds of the epoch: when nobody is paired any more, and until when games count that still run then; 0 before it has begun. */
  ends: number
  until: number
  /** Minutes between these two. */
  grace: number
  /** How many wait for an opponent, and how many games run and are over. */
  free: number
  running: number
  over: number
  /** Told to the director: the latest games that are over. */
  latest: Pairing[]
}
export interface Tournament {
  code: string
  name: string
  game: string
  title: string
  options: Options
  format: TournamentFormat
  /** How many are planned; 0 where that is not known yet. */
  rounds: number
  wins: number
  state: 'entry' | 'running' | 'over'
  /** People may enter; the director lets each in. */
  entry: boolean
  approval: boolean
  /** Its results count for the club ratings of the people in it. */
  rated: boolean
  /** What the director has written to all; '' for nothing. */
  notice: string
  /** How long a round may last from the next one on, 0 for any time; and the seconds of the running one: null for none. */
  round_minutes: number
  round_left: number | null
  director: boolean
  you: OwnTournament | null
  players: TournamentPlayer[]
  /** Names of the pasted list under which nobody has entered yet: they are among the players, and not paired. */
  listed: string[]
  /** Names that wait to be let in; told to the director. */
  waiting: string[]
  round: TournamentRound | null
  past: TournamentRound[]
  standings: StandingsRow[]
  moment: { text: string; name: string; table: number } | null
  arena: ArenaTime | null
  /** Of a team league. */
  league?: League | null
  /** Told to the director, the newest first; seconds of the epoch. */
  log: { at: number; text: string }[]
  can_pair: boolean
  why_not: string
  levels: { level: string; title: string }[]
  invite: { url: string; lan: boolean; how: string }
  qr: Qr
  /** What stands for this state; none for an arena. */
  version?: string
}
/** What a page that knows a version is told: all, with `past` null where it knows that, or that nothing else has changed. */
export type TournamentNews = Tournament | (Omit<Tournament, 'past'> & { past: null }) | (Pick<Tournament, 'round_left'> & { version: string; code?: undefined })

/** What stands for everybody, also at the tables. */
export interface Notice {
  /** '' for nothing. */
  text: string
}
/** What a director settles: what is left out stays. */
export type TournamentUpdate = Partial<
  Pick<Tournament, 'name' | 'entry' | 'approval' | 'rounds' | 'wins'> & Pick<NewTournament, 'minutes' | 'boards' | 'double'> & Pick<Tournament, 'round_minutes'>
>

/** What changes of a team: what is left out stays. */
export interface TeamUpdate {
  name?: string
  captain?: string
  /** The names of all its players, the first board first. */
  order?: string[]
  withdrawn?: boolean
  removed?: boolean
}

/** Milliseconds after which no answer is one. */
const PATIENCE = 60_000

const tournamentPath = (code: string, ...parts: string[]) => apiPath('/api/tournaments', code, ...parts)
const post =
  <Body>(...parts: string[]) =>
  (code: string, body: Body) =>
    sendRequest<unknown>('POST', tournamentPath(code, ...parts), body)

export const tournaments = {
  open: (wanted: NewTournament) => sendRequest<{ code: string }>('POST', '/api/tournaments', wanted),
  mine: () => sendRequest<{ tournaments: { code: string; name: string }[] }>('GET', '/api/tournaments').then((answer) => answer.tournaments),
  /** `waits`: somebody looks at the page of a player of an arena, who is paired then; the answer is held back for `hold` seconds until they are. */
  look: (code: string, { waits = false, hold = 0, known = '' } = {}) => {
    const query = new URLSearchParams({ ...(waits ? { waits: '1', hold: String(hold) } : {}), ...(known ? { known } : {}) })
    const path = tournamentPath(code) + (query.size ? `?${query}` : '')
    return sendRequest<TournamentNews>('GET', path, undefined, AbortSignal.timeout(PATIENCE))
  },
  settle: post<TournamentUpdate>('settings'),
  write: post<{ text: string }>('notice'),
  /** What the pages of tables ask for. */
  lookAtNotice: (code: string) => sendRequest<Notice>('GET', tournamentPath(code, 'notice'), undefined, AbortSignal.timeout(PATIENCE)),
  setList: post<{ names: string[] }>('players'),
  /** Lets people in who wait, or sends them away; all of them by default. */
  admit: post<{ yes: boolean; names?: string[] }>('admit'),
  /** In a team league into a team, or without one into all boards that have nobody. */
  addBots: post<{ level: string; count: number; team?: string }>('bots'),
  withdraw: post<{ name: string }>('withdraw'),
  pause: post<{ paused: boolean }>('pause'),
  readmit: post<{ name: string }>('return'),
  /** `empty`: boards of a team league that have nobody stay empty. */
  pairRound: (code: string, empty = false) => post('round')(code, empty ? { empty } : {}),
  addTeams: post<{ names: string[] }>('teams'),
  changeTeam: post<TeamUpdate & { team: string }>('team'),
  putInTeam: post<{ name: string; team: string }>('member'),
  letSitOut: post<{ name: string; out: boolean }>('sitting-out'),
  substitute: post<{ table: number; name: string }>('substitute'),
  /** In a team league, until the board's game has begun. */
  bringIn: post<{ table: number; name: string; reserve: string }>('reserve'),
  correct: post<{ round: number; table: number; score: Score; reason: string }>('result'),
  end: (code: string) => post('end')(code, {}),
  enter: post<{ name: string }>('enter'),
  forget: (code: string) => sendRequest<void>('DELETE', tournamentPath(code)),
  fileUrl: (code: string, file: 'results.csv' | 'results.json' | 'records') => tournamentPath(code, file),
}
