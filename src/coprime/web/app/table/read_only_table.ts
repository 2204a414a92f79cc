/** The props of a game's table where nobody can act: a replay, an exercise, a picture for paper. */
import type { Chip, Options } from '$app/api'
import type { TableInfo, TableProps } from './contract'

interface UnattendedGame {
  game: string
  title: string
  options: Options
  chips: Chip[]
  players: readonly string[]
}

/** The table of a replay or an exercise, at which nobody sits. `bots`: everybody but this seat is one. */
export function unattendedTable({ game, title, options, chips, players }: UnattendedGame, bots?: { but: number }): TableInfo {
  return {
    game,
    title,
    options,
    chips,
    practice: !!bots,
    clock: 1,
    levels: [],
    seats: players.map((name, seat) => ({
      seat,
      kind: bots && seat !== bots.but ? 'bot' : 'person',
      name,
      who: null,
      here: true,
      level: '',
      pace: 'human',
      away: false,
      bot_in: null,
      minutes: 0,
      team: [],
      next: null,
      sit: '',
    })),
  }
}

/** What a game's part is given where nobody can do anything: a replay, a teacher's look, a picture for paper. */
export const STILL = {
  live: false,
  send: () => Promise.resolve(false),
  ask: () => Promise.resolve({ ok: false, sentence: '', rule: '' }),
  why: () => Promise.resolve(),
  preview: () => Promise.resolve(null),
  takeBack: () => Promise.resolve(false),
  study: () => Promise.resolve(null),
  undo: false,
  refused: null,
  clearRefusal: () => undefined,
  busy: false,
  lost: false,
  replaying: true,
  telling: () => undefined,
  clock: null,
  all: null,
} satisfies Partial<TableProps>
