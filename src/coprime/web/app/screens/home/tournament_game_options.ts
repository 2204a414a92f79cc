/** Games and options of a new tournament: every table of it is for two. */
import type { GameInfo, Options } from '$app/api'

const SEATS = 2

/** The games that two can play. */
export const gamesForTwo = (games: readonly GameInfo[]): GameInfo[] => games.filter(({ seats: [fewest, most] }) => fewest <= SEATS && SEATS <= most)

/** Every option of a game for two with its value: what was chosen goes over the preset, and that over the defaults. */
export function effectiveOptions(game: GameInfo, preset: string, chosen: Options): Options {
  const defaults = game.options.flatMap((one) => {
    const value = one.default[String(SEATS)]
    return value === undefined ? [] : [[one.name, value] as const]
  })
  return { ...Object.fromEntries(defaults), ...game.presets.find(({ name }) => name === preset)?.options, ...chosen }
}
