import type { Component } from 'svelte'

/** What a game's folder brings to the browser. A new game adds its folder; nothing here knows a name. */
const tables = import.meta.glob<{ default: Component<never> }>('../../games/*/web/Table.svelte')
const drawn = import.meta.glob<string>(['../../games/*/web/box.svg', './boxes/*.svg'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The component that draws a view of the game, fetched when it is needed. */
export async function tableOf<Props extends Record<string, unknown>>(game: string): Promise<Component<Props> | undefined> {
  const load = tables[`../../games/${game}/web/Table.svelte`]
  return load && ((await load()).default as unknown as Component<Props>)
}

/** The picture on the game's box: our own drawing as SVG text, or ''. */
export function boxOf(game: string): string {
  return drawn[`../../games/${game}/web/box.svg`] ?? drawn[`./boxes/${game}.svg`] ?? ''
}
