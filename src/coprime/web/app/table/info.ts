import type { Chip, Options } from '$app/api'
import type { TableInfo } from './contract'

interface Given {
  game: string
  title: string
  options: Options
  chips: Chip[]
  players: readonly string[]
}

/** What a game's part may know of a table that is none: a replay, an exercise. `bots`: everybody but this seat is one. */
export function unattended({ game, title, options, chips, players }: Given, bots?: { but: number }): TableInfo {
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
      next: null,
      sit: '',
    })),
  }
}
