/** The boxes of the games, as pictures. */
import usual from './box.svg?raw'

/** What the games' folders bring to the shelf. A new game adds its folder; nothing here knows a name. */
const drawn = import.meta.glob<string>('../../../../games/*/web/box.svg', { query: '?raw', import: 'default', eager: true })

/** The drawing on a game's box, SVG as text: the game's own, or the usual one. */
export function drawingOf(game: string): string {
  return drawn[`../../../../games/${game}/web/box.svg`] ?? usual
}

/** How many games have a drawing: as many boxes as the shelf has room for before the server names them. */
export const DRAWN = Object.keys(drawn).length
