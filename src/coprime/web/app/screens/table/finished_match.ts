import type { Table } from '$app/net/wire_messages'
import type { Match } from '$app/finished_matches.svelte'

/** What is kept of a match that a seat has finished. */
export function finishedMatch(table: Table, seat: number, won: boolean): Omit<Match, 'at'> {
  const step = table.options[table.ladder]
  const bots = table.seats.filter(({ kind }) => kind === 'bot').map(({ level }) => table.levels.findIndex((one) => one.level === level))
  return {
    id: `${table.code}.${table.match}`,
    game: table.game,
    won,
    level: table.levels[Math.max(-1, ...bots)]?.level ?? '',
    ...(step === undefined || Array.isArray(step) ? {} : { step }),
    hints: table.used[seat] ?? 0,
  }
}
