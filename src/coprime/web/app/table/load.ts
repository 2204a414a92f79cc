import type { TableModule } from './contract'

/** What the games' folders bring. A new game adds its folder; nothing here knows a name. */
const tables = import.meta.glob<TableModule>('../../../games/*/web/Table.svelte')

/** The module that draws a game, fetched when it is needed. */
export async function moduleOf(game: string): Promise<TableModule | undefined> {
  return tables[`../../../games/${game}/web/Table.svelte`]?.()
}
