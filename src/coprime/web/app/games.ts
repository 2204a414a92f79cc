/** What a game's folder brings to the shelf. A new game adds its folder; nothing here knows a name. */
const drawn = import.meta.glob<string>(['../../games/*/web/box.svg', './boxes/*.svg'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The picture on the game's box: our own drawing as SVG text, or ''. */
export function boxOf(game: string): string {
  return drawn[`../../games/${game}/web/box.svg`] ?? drawn[`./boxes/${game}.svg`] ?? ''
}
