/**
 * Tells public/appearance.js, the page's first script, what the address and the language will need, so that all of it is fetched at once.
 * The server names the same files in the header of the page (server/app/page_preloads.py).
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** The screen of an address, by how it begins. */
const SCREENS: Readonly<Record<string, string>> = { '': 'HomeScreen', t: 'TableScreen', rules: 'RulesPage', learn: 'CourseScreen', puzzles: 'PuzzleScreen' }
/** The files of the faces that build/latin_font_subset.ts cuts. */
export const FIRST_FACES = /(^|\/)(inter|vollkorn)-latin-(?!ext)[^/]*\.woff2$/
const MESSAGES = /[/\\]app[/\\]messages[/\\](\w+)\.json$/
const GAME_TABLE = /[/\\]games[/\\](\w+)[/\\]web[/\\]Table\.svelte$/
const GAME_INTRODUCTIONS = /[/\\]games[/\\](\w+)[/\\]web[/\\]introductions\.ts$/
const GAME_MESSAGES = /[/\\]games[/\\](\w+)[/\\]web[/\\]messages[/\\](\w+)\.json$/

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

/** What a chunk needs at once besides the page's first chunks: scripts and styles, itself first. */
function filesOf(bundle: Bundle, name: string, known: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  const add = (one: string) => {
    if (known.has(one) || found.has(one)) return
    found.add(one)
    const chunk = bundle[one] as Chunk
    if (chunk?.type === 'chunk') [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])].forEach(add)
  }
  add(name)
  return [...found]
}

/** The files that each language, each screen and each game needs at once, without folder. */
export interface Preloads {
  languages: Record<string, string>
  screens: Record<string, string[]>
  /** Beside those of a table's screen. */
  games: Record<string, { files: string[]; languages: Record<string, string> }>
  /** Beside those of a table's screen, for who has not been at the table yet: most of them come to its lobby. */
  lobby: string[]
}

export function listPreloads(bundle: Bundle): Preloads {
  const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk')
  const first = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => filesOf(bundle, fileName, new Set())))
  const plain = (name: string) => name.replace(/^assets\//, '')
  const found: Preloads = { languages: {}, screens: {}, games: {}, lobby: [] }
  const game = (name: string) => (found.games[name] ??= { files: [], languages: {} })
  const table = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/screens/TableScreen.svelte'))
  const known = new Set([...first, ...(table ? filesOf(bundle, table.fileName, first) : [])])
  for (const { facadeModuleId, fileName } of chunks) {
    const module = facadeModuleId ?? ''
    if (module.endsWith('/screens/table/Lobby.svelte')) found.lobby = filesOf(bundle, fileName, known).map(plain)
    const language = MESSAGES.exec(module)?.[1]
    if (language) found.languages[language] = plain(fileName)
    for (const [begins, screen] of Object.entries(SCREENS))
      if (module.endsWith(`/screens/${screen}.svelte`)) found.screens[begins] = filesOf(bundle, fileName, first).map(plain)
    for (const wanted of [GAME_TABLE, GAME_INTRODUCTIONS]) {
      const drawn = wanted.exec(module)?.[1]
      if (drawn) game(drawn).files = [...new Set([...game(drawn).files, ...filesOf(bundle, fileName, known).map(plain)])]
    }
    const [, said, spoken] = GAME_MESSAGES.exec(module) ?? []
    if (said && spoken) game(said).languages[spoken] = plain(fileName)
  }
  return found
}

/** The faces that every page begins with are fetched beside the scripts, so that no text is laid out anew in another face. */
const fontTags = (bundle: Bundle): HtmlTagDescriptor[] =>
  Object.keys(bundle)
    .filter((one) => FIRST_FACES.test(one))
    .map((one) => ({ tag: 'link', attrs: { rel: 'preload', href: `/${one}`, as: 'font', type: 'font/woff2', crossorigin: 'anonymous' }, injectTo: 'head' }))

/** Gives appearance.js a name that may be cached for ever, and the list as its data. */
export function preloads(script: string): Plugin {
  let name = ''
  return {
    name: 'coprime-preloads',
    apply: 'build',
    buildStart() {
      const source = readFileSync(script)
      name = `assets/appearance-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName: name, source })
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(listPreloads(bundle)) })
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        bundle
          ? {
              html: html.replace('<script src="/appearance.js">', `<script src="/${name}" data-preload='${JSON.stringify(listPreloads(bundle))}'>`),
              tags: fontTags(bundle),
            }
          : html,
    },
  }
}
