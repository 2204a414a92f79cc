/** What goes over the socket of a table, as docs/protocol.md has it. */
import type { Announced } from './table_notices.svelte'
import type { Chip, Level, LogLine, Options, Pace, Phase } from '$app/api'

export type { Chip, LogLine, Options } from '$app/api'

export interface SeatInfo {
  seat: number
  kind: 'person' | 'bot' | 'open' | 'program'
  /** Empty for a program that is still to come. */
  name: string
  who: number | null
  /** Everybody who shares this seat, its first person too; empty where nobody does. */
  team: number[]
  here: boolean
  level: string
  pace: Pace
  /** A person's seat that a bot plays because they are gone. */
  away: boolean
  /** Seconds until a bot plays for them: their pages are gone. Null while somebody is here, and once a bot plays. */
  bot_in: number | null
  /** How many minutes they can still be waited for longer. */
  minutes: number
  /** Who sits down here when the hand is over. */
  next: number | null
  /** Whether this browser's person could sit down here, or ask to: at once, when the hand is over, or not at all. */
  sit: 'now' | 'next' | ''
}
export interface Person {
  who: number
  name: string
  /** Muted by the reader, who gets another name for them. */
  muted: boolean
  here: boolean
  role: 'seat' | 'watcher' | 'waiting'
  seats: number[]
}
/** Of a table of a class: seconds since something happened there, which seats ask for the teacher, what was refused. */
export interface Teaching {
  still: number
  calls: number[]
  refused: { seat: number | null; acts: string[]; sentence: string; rule: string }[]
  /** The seat that the rules give to a teacher, and whether they act in it. */
  desk: number | null
  attends: boolean
}
export interface Table {
  code: string
  game: string
  title: string
  phase: Phase
  match: number
  seats: SeatInfo[]
  you: {
    who: number
    name: string
    seats: number[]
    host: boolean
    role: 'seat' | 'watcher' | 'waiting'
    /** Seats that were left and can be taken back. */
    left: number[]
    /** Asks for the teacher. */
    calls: boolean
  }
  host: number
  /** Whose rights the host has until they are back; null for their own. */
  host_for: number | null
  announced: Announced[]
  people: Person[]
  asking: { who: number; name: string; seat: number | null }[]
  options: Options
  preset: string | null
  chips: Chip[]
  /** What the game is about, for somebody's first matches. */
  goal: string
  ladder: string
  fewest: number
  most: number
  locked: boolean
  paused: boolean
  practice: boolean
  class: boolean
  /** The code of the class that this is a table of; '' for none. */
  classroom: string
  /** The pairing of a tournament that is played here: its won games by seat, whether it goes on, and in an arena the seconds left.
   *  Null at other tables. */
  tournament: { code: string; wins: number; score: number[]; more: boolean; left: number | null } | null
  /** Sent only to the teacher of a class. */
  teaching: Teaching | null
  talk: boolean
  /** Whether moves are taken back with consent, and the open question. */
  take_back: { on: boolean; asked: { seat: number; text: string; seconds: number; asked: number[]; agreed: number[] } | null }
  hotseat: boolean
  /** Finished matches of two people count for ratings. */
  rated?: boolean
  /** Of a table over days: the hours for a move, the seconds of who is asked, by seat, and its vacations. */
  days: { hours: number; stands: boolean; left: Record<string, number>; vacation: Vacation } | null
  /** Whether the table is on the home page, and whether it may be. */
  listed: boolean
  may_list: boolean
  /** The number of the deal that is asked for, and of the running match; 0 where there is none. */
  deal: number
  dealt: number
  /** The table can number this game's deals. */
  numbered: boolean
  hints: boolean
  used: (number | null)[]
  clock: number
  levels: Level[]
  notes: string[]
  invite: { url: string; lan: boolean; how: string }
  rest: { go: boolean; seconds: number } | null
  /** Who asks for another match, once one is over. */
  rematch: number[]
  record: boolean
  grace: number
  /** The commitments of the match that is there and of the next one, '' for none; who has added a number, and one's own by seat. */
  seal: { now: string; next: string; added: boolean[]; yours: Record<string, string> }
}
/** Days in which the clock of moves stands: the question, with the seats that are asked and agree, and the days of now. */
export interface Vacation {
  asked: { who: number; name: string; days: number; left: number; asked: number[]; agreed: number[] } | null
  /** `ending`: the seats that would like to play on. */
  now: { who: number; name: string; left: number; ending: number[] } | null
  log: { at: number; text: string }[]
}
export interface ClockState {
  /** Milliseconds of real time until something happens by itself. */
  left: number
  /** Game time since the position of the scene. */
  since: number
  running: boolean
  factor: number
}
export interface ChatLine {
  who: number
  name: string
  text: string
  at: number
}
export interface Ending {
  title: string
  text: string
  winners: number[]
}
/** The quick reactions, in the order of their buttons. */
export const REACTIONS = ['well', 'lucky', 'thinking', 'oops', 'turn', 'thanks'] as const
export type Reaction = (typeof REACTIONS)[number]
/** What every game's scene holds. The rest is the game's own, and only its browser part knows it. */
export interface Scene {
  ask: string
  why: string
  turn: number[]
  seats: Record<string, unknown>[]
  over: Ending | null
  rest: Ending | null
  /** Nothing is hidden from anybody: a game's part says it by `open`. */
  public?: boolean
}
export type View = number | 'watcher'

export interface SceneMessage {
  type: 'scene'
  n: number
  step: number
  match: number
  seat: View
  scene: Scene
  lines: LogLine[]
  cut: number | null
  clock: ClockState | null
  undo: boolean
  /** The others could be asked to take back one's last move. */
  takeback: boolean
}
export type ServerMessage =
  | { type: 'welcome'; n: number; table: Table; chat: ChatLine[] }
  | { type: 'table'; n: number; table: Table }
  | SceneMessage
  | { type: 'done'; id: string; n: number }
  | { type: 'refused'; id: string; sentence: string; rule: string }
  | ({ type: 'answer'; id: string } & Answer)
  | ({ type: 'chat' } & ChatLine)
  | { type: 'reaction'; who: number; name: string; kind: Reaction }
  | { type: 'nudge'; text: string }
  | { type: 'news'; kind: string }
  | { type: 'error'; sentence: string; fatal: boolean }
  | { type: 'pong' }

export interface Answer {
  ok?: boolean
  sentence?: string
  rule?: string
  scene?: Scene
  rungs?: string[]
  /** The cards that each of these hints is about, as the scene calls them. */
  cards?: string[][]
  of?: number
  /** What the answer among the hints says is to be done. */
  acts?: string[]
  found?: Record<string, unknown>
}
/** A refusal with the number of its rule. */
export interface Refusal {
  sentence: string
  rule: string
}
/** `done` has the number of the change. */
export type Reply = ({ kind: 'done'; n: number } | { kind: 'refused' } | { kind: 'answer' }) & Answer
