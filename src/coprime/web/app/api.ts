/** The HTTP part of docs/protocol.md: its types, and each request as a function. */
import type { DrillDeck, Trainer } from './drill_types'
import type { Face } from './card_face'
import type { ReviewTurn } from './review_turn_marks'
import { askWhoIAm, isUnreachable, sendRequest, type Me } from './requests'
import { answerOrStored } from './response_cache'

export { RequestError, sendRequest, sentenceOf, type Me } from './requests'

/** The types of docs/protocol.md, and its HTTP part as functions. */
export type Value = string | number | (string | number)[]
export type Options = Record<string, Value>

export interface Option {
  name: string
  title: string
  help: string
  rule: string
  kind: 'switch' | 'choice' | 'number' | 'many'
  allowed: string
  values: { value: string | number; text: string }[]
  default: Record<string, Value>
}
export interface Preset {
  name: string
  title: string
  options: Options
}
export interface Level {
  level: string
  title: string
  knows: string
}
export interface GameInfo {
  name: string
  title: string
  tagline: string
  about: string
  minutes: number
  seats: [number, number]
  /** How many seats there are where nobody says; 0 where each place has its own. */
  default_seats: number
  rests: boolean
  options: Option[]
  presets: Preset[]
  bots: Level[]
  bot: string
  /** The preset for whoever has never won it; '' where the first one is gentle enough. */
  gentle: string
  /** The preset that "play now" takes from then on; '' for the default. */
  usual: string
  /** Whom home suggests it to; '' for nobody. */
  suggested_to: string
  /** The option whose values lead from a first game to the whole one; "" where there is none. */
  ladder: string
  hotseat: boolean
  /** It may be played over days. */
  days: boolean
  /** It has a course. */
  lessons: boolean
  /** Its first match begins with a guided turn. */
  first_turn: boolean
  /** It has a trainer. */
  trainer: boolean
}

export type Phase = 'lobby' | 'playing' | 'rest' | 'over' | 'closed'
export type Pace = 'quick' | 'human' | 'slow'
export interface RecentTable {
  code: string
  game: string
  title: string
  phase: Phase | 'aside'
  seats: string[]
  yours: number[]
  turn: boolean
  touched: number
}
export interface NewTable {
  game: string
  seats?: number
  options?: Options
  preset?: string
  bots?: (null | { level?: string; pace?: Pace })[]
  now?: boolean
  practice?: boolean
  names?: string[]
  class?: boolean
  /** No clock runs at first. */
  calm?: boolean
  deal?: number
  /** Hours for a move at a table over days. */
  hours?: number
  /** For two, whose finished matches count for ratings. */
  rated?: boolean
}
export interface TableLookup {
  code: string
  game: string
  title: string
  /** A class or a tournament has a code, too. */
  phase: Phase | 'class' | 'tournament'
  locked: boolean
  yours: number[]
}
export interface Qr {
  url: string
  size: number
  path: string
}
/** A one-time link that carries a seat to another device. */
export interface SeatTransfer {
  url: string
  token: string
  seconds: number
  qr: Qr
}
export interface Chip {
  option: string
  title: string
  text: string
  help: string
  rule: string
  value: Value
  usual: boolean
}
export type Who = number | 'chance' | 'clock'
/** What stands out in a log. A game uses those that fit it, or none. */
export type Mark = '' | 'prime' | 'passed' | 'failed' | 'won'
export interface LogLine {
  step: number
  n: number
  seat: Who
  text: string
  mark: Mark
  detail: Record<string, unknown> | null
  /** Numbers that this seat met: taken rightly for a prime or a product, wrongly, or not judged. */
  met?: [number: number, sign: '+' | '-' | ''][]
}
/** Something drawn in the rules: a card, a space of a board, a die, a pawn, or a sign between them. */
export type Figure = { copies?: number } & (
  { card: Face } | { ring: number; factors: number[] } | { die: number; name: string } | { pawn: number; name: string } | { back: true } | { sign: string }
)
/** A division by one digit as people write it: the long form has lines under the dividend, the short one carried digits. */
export interface Division {
  dividend: number
  divisor: number
  quotient: number
  /** `end` counts the dividend's digits up to the one over the last digit. */
  lines: { number: number; end: number; is_ruled: boolean }[]
  /** What stands in front of each digit of the dividend, 0 for nothing. */
  carried: number[]
  text: string
}
export type Block =
  | { kind: 'rule'; number: string; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'example'; rows: { drawn: Figure[]; mark: 'yes' | 'no' | ''; text: string }[] }
  | { kind: 'cards'; rows: { title: string; drawn: Figure[] }[] }
  | { kind: 'division'; rows: Division[] }
/** A page of the rules of a game or a deck. */
export interface Rules {
  address: string
  title: string
  page: string
  sections: { title: string; blocks: Block[] }[]
  options: Option[]
  /** Where the rules of two letters stand. */
  books: Record<string, string>
  /** The game of the page has a trainer. */
  trainer: boolean
}
/** Where a match's chance came from, and whether it follows. A draw: its step, which draw it was, what was drawn, among how many (0: a seed). */
export interface Seal {
  kind: 'sealed' | 'told' | 'numbered' | 'none'
  holds: boolean
  sentences: string[]
  draws: [number, number, string, number][]
  commitment?: string
  /** Not there while the match is not over. */
  secret?: string
  numbers?: string[]
}
export interface Replay {
  id: string
  game: string
  title: string
  version: number
  note: string
  players: string[]
  seats: number
  options: Options
  chips: Chip[]
  events: { step: number; seat: Who; text: string; mark: Mark; rest: boolean; missed?: string }[]
  over: boolean
  /** The decisive step, at which a replay opens. */
  moment: number
  seal: Seal
  /** The game's players have a notation of their own, in which the match can be saved. */
  notated: boolean
  steps: { step: number; seat: number | 'watcher'; scene: Record<string, unknown>; lines: LogLine[] }[]
}

/** What a page shows at the end of a match. */
export interface EndingDetails {
  decided: { step: number; text: string } | null
  best: { step: number; text: string; drawn: Figure[]; figure: string } | null
  standing: { title: string; seats: number[][] } | null
  /** How often this seat failed at something or passed it over, and the first of those steps. */
  missed: { n: number; step: number }
}

/** A game's lessons, in their order. */
export interface Course {
  game: string
  title: string
  /** What the game is about, and how it is won. */
  goal: [string, string]
  keep: [string, string]
  /** What is said around the first turn of somebody new, and the action that its caption names; null where the game has none. */
  first: { tip: string; move: string; built: [string, string] | null; rule: string } | null
  lessons: { name: string; title: string }[]
}
/** An attempt or a question at an exercise; `done` are the right steps before it. */
export interface Attempt {
  done: string[]
  acts?: string[]
  how?: 'try' | 'ask' | 'preview' | 'study' | 'hint' | 'answer' | 'solution'
  question?: string
}
/** What there is to train, and the puzzle of the day that was asked for. */
export interface Puzzles {
  games: { game: string; title: string; themes: { kind: string; title: string; puzzles: number[] }[] }[]
  day: DailyPuzzle | null
}
/** The puzzle of a day; without a game `steps` are numbers to be judged. */
export interface DailyPuzzle {
  game: string
  kind: string
  title: string
  /** How it goes, in one line. */
  rule: string
  steps: number[]
}
/** The moments of a match that cost a seat most; not ready: the server still compiles its search. */
export type Review =
  | { ready: false }
  | {
      ready: true
      game: string
      title: string
      seat: number
      players: string[]
      finished: boolean
      moments: { step: number; played: string }[]
      turns: ReviewTurn[]
      /** The place of the last turn with a sure win that was missed in a game that was lost; null for none. */
      decisive: number | null
    }
/** What a moment teaches. `why`: facts of the position for which the better move was better. `boxes`: of ten times that it was played on, how many were won. */
export interface MomentLesson {
  why: string[]
  reason: string[]
  better: string
  lost: string
  boxes: { played: number; better: number } | null
}
/** The result of an attempt: `asked` where nothing was tried, or where it is the beginning of an answer. */
export interface AttemptResult {
  /** What the exercise is called. */
  title: string
  verdict: 'asked' | 'right' | 'wrong' | 'refused'
  /** It is what was asked for; a first turn takes other moves as well. */
  praised: boolean
  ask: string
  why: string
  rule: string
  lines: LogLine[]
  scene: Record<string, unknown>
  seat: number
  players: string[]
  options: Options
  chips: Chip[]
}

/** The same for what everybody may read: without a connection the answer that this device keeps. */
const readKept = <T>(path: string): Promise<T> => answerOrStored(path, undefined, () => sendRequest<T>('GET', path), isUnreachable)
const tryKept = <T>(path: string, tried: Attempt): Promise<T> => answerOrStored(path, tried, () => sendRequest<T>('POST', path, tried), isUnreachable)

/** Build an address of these parts, each of them encoded. */
export const apiPath = (path: string, ...parts: (string | number)[]) => path + parts.map((part) => `/${encodeURIComponent(part)}`).join('')
const queryString = (params: Record<string, string | number | undefined>) => {
  const given = Object.entries(params).filter(([, value]) => value !== undefined) as [string, string | number][]
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : ''
}

export const api = {
  me: askWhoIAm,
  rename: (name: string) => sendRequest<Me>('POST', '/api/me', { name }),
  forget: () => sendRequest<void>('DELETE', '/api/me'),
  /** Somebody else is at this device from now on. */
  replacePerson: () => sendRequest<Me>('POST', '/api/me/other'),
  /** What there is to play, and what this server offers: open seats, tournaments, tables over days. */
  shelf: () => readKept<{ games: GameInfo[]; open_tables?: boolean; tournaments?: boolean; days?: boolean; push?: boolean }>('/api/games'),
  games: () => api.shelf().then((answer) => answer.games),
  /** A page by its address, `/rules/primepak/factors`. */
  rules: (address: string) => readKept<Rules>(apiPath('/api', ...address.split('/').filter(Boolean))),
  course: (game: string) => readKept<Course>(apiPath('/api/lessons', game)),
  lesson: <T = AttemptResult>(game: string, name: string, tried: Attempt) => tryKept<T>(apiPath('/api/lessons', game, name), tried),
  puzzles: (day = 0) => readKept<Puzzles>(`/api/puzzles${queryString({ day: day || undefined })}`),
  puzzle: <T = AttemptResult>(game: string, number: number, tried: Attempt) => tryKept<T>(apiPath('/api/puzzles', game, number), tried),
  trainer: (game: string) => readKept<Trainer>(apiPath('/api/trainers', game)),
  drillDeck: (game: string, deck: string) => readKept<DrillDeck>(apiPath('/api/trainers', game, deck)),
  /** The deck of what somebody has typed. */
  ownDeck: (game: string, texts: readonly string[]) => readKept<DrillDeck>(`${apiPath('/api/trainers', game)}/own${queryString({ items: texts.join(',') })}`),
  /** An attempt at a position that this device has kept. */
  drillPosition: <T = AttemptResult>(game: string, position: string, tried: Attempt) =>
    sendRequest<T>('POST', `${apiPath('/api/trainers', game)}/positions`, { ...tried, position }),
  review: (id: string, seat: number) => sendRequest<Review>('GET', `${apiPath('/api/replays', id, 'review')}${queryString({ seat })}`),
  learnt: (id: string, seat: number, number: number) =>
    sendRequest<MomentLesson>('GET', `${apiPath('/api/replays', id, 'moments', number)}${queryString({ seat })}`),
  moment: <T = AttemptResult>(id: string, seat: number, number: number, tried: Attempt) =>
    sendRequest<T>('POST', `${apiPath('/api/replays', id, 'moments', number)}${queryString({ seat })}`, tried),
  newTable: (table: NewTable) => sendRequest<{ code: string }>('POST', '/api/tables', table),
  recent: () => sendRequest<{ tables: RecentTable[] }>('GET', '/api/tables').then((answer) => answer.tables),
  join: (code: string) => sendRequest<TableLookup>('POST', '/api/join', { code }),
  qr: (code: string) => sendRequest<Qr>('GET', `${apiPath('/api/tables', code)}/qr`),
  carry: (code: string) => sendRequest<SeatTransfer>('POST', `${apiPath('/api/tables', code)}/carry`),
  takeOver: (token: string) => sendRequest<{ code: string }>('POST', '/api/carry', { token }),
  recordsUrl: (code: string) => `${apiPath('/api/tables', code)}/records`,
  recordUrl: (code: string, match?: number) => `${apiPath('/api/tables', code)}/record${queryString({ match })}`,
  keepReplay: (code: string, match?: number) => sendRequest<Replay>('POST', `${apiPath('/api/tables', code)}/replay${queryString({ match })}`),
  ending: (code: string, seat: number | null) =>
    sendRequest<EndingDetails>('GET', `${apiPath('/api/tables', code)}/ending${queryString({ seat: seat ?? undefined })}`),
  loadReplay: (file: Blob) => sendRequest<Replay>('POST', '/api/replays', file),
  replay: (id: string, part: { seat?: number | 'watcher'; from?: number; to?: number } = {}) =>
    sendRequest<Replay>('GET', `${apiPath('/api/replays', id)}${queryString(part)}`),
  replayQr: (id: string) => sendRequest<Qr>('GET', `${apiPath('/api/replays', id)}/qr`),
  replayNotationUrl: (id: string) => `${apiPath('/api/replays', id)}/notation`,
  replayRecordUrl: (id: string) => `${apiPath('/api/replays', id)}/record`,
  whatIf: (id: string, step: number, seat: number) => sendRequest<{ code: string }>('POST', `${apiPath('/api/replays', id)}/whatif`, { step, seat }),
}
