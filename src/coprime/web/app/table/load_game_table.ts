/** Loads the browser part of a game, one of ours or of another package. */
import { language } from '$app/language'
import { externalTables, type Mount } from './external_tables'
import type { TableModule } from './contract'

/** What the games' folders bring. A new game adds its folder; nothing here knows a name. */
const tables = import.meta.glob<TableModule>('../../../games/*/web/Table.svelte')
const messages = import.meta.glob('../../../games/*/web/messages/*.json')

/**
 * The module that draws a game, fetched when it is needed: its Table.svelte, built with the application; or the plain module
 * `web/table.js` in its folder; or, where it has neither, the built-in text table.
 */
export async function moduleOf(game: string): Promise<TableModule> {
  const built = tables[`../../../games/${game}/web/Table.svelte`]
  if (built) {
    // Its messages come beside it, not after it; what fails here is said where it is needed.
    messages[`../../../games/${game}/web/messages/${language}.json`]?.().catch(() => undefined)
    return built()
  }
  // The server answers with an empty module where the game brings none.
  const { mount } = (await import(/* @vite-ignore */ `/games/${game}/table.js`)) as { mount?: Mount }
  if (!mount) return import('./TextTable.svelte')
  externalTables.set(game, mount)
  return import('./ExternalTable.svelte')
}
