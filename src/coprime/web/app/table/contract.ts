/** The props that Coprime gives to a game's browser part, `games/<game>/web/Table.svelte`. See README.md here. */
import type { Component, Snippet } from 'svelte'
import type { Countdown } from '$app/net/countdown.svelte'
import type { LogLine, Refusal, Scene, Table } from '$app/net/wire_messages'
import type { Face } from '$app/card_face'

export type { Chip, Ending, LogLine, Options, Refusal, Scene, SeatInfo } from '$app/net/wire_messages'
export type { Countdown } from '$app/net/countdown.svelte'

/** What a game's part may know of the table: a replay has no more than this. */
export type TableInfo = Pick<Table, 'game' | 'title' | 'options' | 'chips' | 'seats' | 'practice' | 'clock' | 'levels'>

/** May this be done? `sentence` says why not. */
export interface Verdict {
  ok: boolean
  sentence: string
  rule: string
}

/** The parts of the page that are the same in every game. Render each at most once; `rail` is chips, hints, chat and log. */
export interface Shell {
  /**
   * The sentence, a refusal, the connection, and what is to be done at a rest or an end. A game whose moves are planned
   * before they are sent gives the scene as planned, so that the sentence asks for what is still to be done.
   */
  ask: Snippet<[planned?: Pick<Scene, 'ask' | 'why'>]>
  rail: Snippet
  chips: Snippet
  /** `bare`: in a sheet, which has a title and a frame of its own. */
  hints: Snippet<[bare?: boolean]>
  log: Snippet<[bare?: boolean]>
  chat: Snippet
  /** A hand is being played: no rest, no end, no replay. */
  playing: boolean
  /** What has happened since one's own last move, the newest first; '' before anything has. */
  news: string
  /** What has just been done, by whomever: a rare play is shown for a moment. */
  done?: readonly LogLine[]
  /** What is asked beside the game, over the table's lowest edge. */
  question?: Snippet | undefined
  /** How many lines of the talk have not been seen. */
  unread?: number
  /** What has become of a first turn: on a small screen in place of the others, so that it covers nothing. */
  stamp?: Snippet | undefined
  /** A caption or a verdict between the table and the hand. */
  tip?: Snippet | undefined
  /** The caption stands beside what it explains, also where the hand has room for it. */
  tipNear?: boolean
  /** Somebody's first turn: no news, no log, no panels. */
  plain?: boolean
  /** The label of the action that is advised: its button is the dark one. */
  advised?: string
  /** This seat can ask for hints. */
  hinting: boolean
  /** The buttons in place of the game's: where somebody learns, and has done what was asked. */
  foot?: Snippet | undefined
  /** How often something has been played from here: a sheet that lay over the table goes. */
  played: number
}

export interface TableProps<S extends Scene = Scene> {
  /** The position as this person may see it: the only thing to draw. */
  scene: S
  table: TableInfo
  /** The names by seat. */
  names: string[]
  /** The seat that looks on; null for a watcher. */
  mine: number | null
  /** May `mine` act now? False in a replay, while paused, while the connection is lost, and when it is not asked. */
  live: boolean
  /** Sends one or several actions of one turn: all or none are accepted. True when they were. */
  send: (acts: string[]) => Promise<boolean>
  /** Would the last of these be refused? Those before it are quiet ones, imagined. Nothing happens. */
  ask: (acts: string[]) => Promise<Verdict>
  /** Says why the last of these is refused, as a refusal under the sentence: what is greyed and pressed answers so. */
  why: (acts: string[]) => Promise<void>
  /** The scene after these quiet actions; null where they would be refused. Nothing happens. */
  preview: (acts: string[]) => Promise<S | null>
  /** Takes back one's own last quiet action, where `undo` says that it can be; in practice also everything after a step. */
  takeBack: (to?: number) => Promise<boolean>
  /** Asks something that the game's `study.py` answers; null where it does not. */
  study: (question: string) => Promise<Record<string, unknown> | null>
  undo: boolean
  /** The last refusal of `send`; the shell shows it under the sentence until the next scene or `clearRefusal`. */
  refused: Refusal | null
  /** The person has done something about the refusal (lowered a card): it goes. */
  clearRefusal: () => void
  /** Something was sent and is not answered yet. */
  busy: boolean
  /** No connection: the mat loses its shadow (class `lost`), nothing can be done. */
  lost: boolean
  replaying: boolean
  /** While true the game still tells by itself what has happened (a scoring, card by card): the page's title and the
   *  spoken log wait for it. */
  telling: (on: boolean) => void
  /** The log so far, oldest first. */
  lines: LogLine[]
  /** The lines that came with this scene: what has just happened. Empty on a fresh page. */
  fresh: LogLine[]
  /** Counts by itself; null where no window is open. */
  clock: Countdown | null
  /** In a replay with all hands open: every seat's scene of this moment. */
  all: S[] | null
  shell: Shell
}

/** What the moment of a win shows of a game in which no primes are played. */
export interface Keepsakes {
  /** In the middle: what the match ended with, cards or a figure. */
  middle: readonly Face[] | string
  /** What that is, as a sentence. */
  said: string
  /** Round it: what somebody has played in the match, or found. */
  cards: readonly Face[]
}

/** The module `Table.svelte`: its component, and what it exports from `<script module>`. */
export interface TableModule {
  default: Component<TableProps<never>>
  /** A few words beside the title: "Game 2 · you 1, Otter 1". */
  note?: (scene: never, names: string[], mine: number | null) => string
  /** For the moment of a win without primes. `seats`: whose cards lie round the middle. */
  keepsakes?: (scene: never, lines: readonly LogLine[], seats: readonly number[]) => Keepsakes
  /** The game's own keys, for the overlay that "?" opens. */
  keys?: readonly { press: readonly string[]; does: string }[]
  /** Nothing is hidden from anybody: several people at one device need no curtain between turns. */
  open?: boolean
  /** A replay can show every seat's hand at once (`all`). */
  hands?: boolean
}
