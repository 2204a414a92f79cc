/** Builds the service worker beside the page, with the list of the files that it keeps from its first moment. */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { FIRST_FACES } from './preloads.ts'

/** Screens that are of use without a connection; others are kept once they were seen. */
const SCREENS = /[/\\]screens[/\\](HomeScreen|RulesPage|CourseScreen|PuzzleScreen|MyData|KnownNumbersScreen|PrimeOrNotScreen)\.svelte$/
/** The picture in the tab, and the script that puts the look on the page. */
const FIRST = /(^|\/)(mark-[^/]*\.svg|appearance-[^/]*\.js)$/
const PAGE = 'index.html'

export interface KeptFile {
  url: string
  /** null: the name has a hash of what is in the file. */
  revision: string | null
}
type Bundle = Rolldown.OutputBundle

/** The files to keep: the page, what it and the screens above import at once, and their styles. */
export function listKeptFiles(bundle: Bundle): KeptFile[] {
  const found = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (!chunk || found.has(name)) return
    found.add(name)
    if (chunk.type !== 'chunk') return
    const css = (chunk as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss
    for (const one of [...chunk.imports, ...(css ?? [])]) add(one)
  }
  for (const [name, one] of Object.entries(bundle)) {
    const wanted = one.type === 'chunk' ? one.isEntry || SCREENS.test(one.facadeModuleId ?? '') : FIRST.test(name) || FIRST_FACES.test(name)
    if (wanted) add(name)
  }
  return [{ url: `/${PAGE}`, revision: hashOf(textOf(bundle, PAGE)) }, ...[...found].sort().map((name) => ({ url: `/${name}`, revision: null }))]
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
function textOf(bundle: Bundle, name: string): string {
  const one = bundle[name]
  if (one?.type !== 'asset') throw new Error(`The build has no ${name}.`)
  return Buffer.from(one.source).toString('utf8')
}

/** Emits sw.js, built from `source`. It knows what it keeps (`KEPT`), the page's first script (`ENTRY`), which names the build, and the icon of notices (`ICON`). */
export function serviceWorker(source: string): Plugin {
  return {
    name: 'coprime-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const entry = Object.values(bundle).find((one) => one.type === 'chunk' && one.isEntry)!.fileName
        const icon = Object.keys(bundle).find((name) => /(^|\/)icon-192-[^/]*\.png$/.test(name))
        const built = (await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          define: {
            KEPT: JSON.stringify(listKeptFiles(bundle)),
            ENTRY: JSON.stringify(basename(entry)),
            ICON: JSON.stringify(icon ? `/${icon}` : ''),
            'process.env.NODE_ENV': '"production"',
          },
          build: { write: false, target: 'es2022', rolldownOptions: { input: source, output: { format: 'iife' } } },
        })) as Rolldown.RolldownOutput
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: built.output[0].code })
      },
    },
  }
}
