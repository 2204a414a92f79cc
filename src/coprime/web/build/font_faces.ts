import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { convert } from 'fontverter'
import subset from 'subset-font'
import type { Plugin } from 'vite'
import { charactersOf } from './font_cmap.ts'
import { slicesOf, unicodeRange } from './japanese_font_slices.ts'

interface Face {
  family: string
  /** As in a @font-face rule. */
  weight: string
  /** A whole face, from npm. */
  file: string
}
const FACES: readonly Face[] = [
  { family: 'Coprime Gothic', weight: '100 500', file: '@fontsource/biz-udpgothic/files/biz-udpgothic-japanese-400-normal.woff2' },
  { family: 'Coprime Gothic', weight: '501 900', file: '@fontsource/biz-udpgothic/files/biz-udpgothic-japanese-700-normal.woff2' },
  { family: 'Coprime Mincho', weight: '600 800', file: '@fontsource/biz-udpmincho/files/biz-udpmincho-japanese-700-normal.woff2' },
]
// What stands on the home screen: keys of the application's messages, lines of a game's, and the names of newcomers.
const HOME = /^(app|bar|home|language|minutes|phase|players|range|readings)\b|^(primes|puzzle|yours)\.(day|title)$/
const BOX = /^(title|tagline) = .*/gm
const NAMES = /^animals = \[[^\]]*\]/m
const STYLES = /[/\\]look[/\\]ja\.css$/
const require = createRequire(import.meta.url)

/**
 * Puts Japanese faces before look/ja.css: cut into slices, of which a page fetches those it has characters of. The first
 * has what the first screen says, the next ones what the application says most often.
 *
 * `root` is the repository; what was cut is kept below node_modules, and cut again when the sentences change.
 */
export function faces(root: string): Plugin {
  return {
    name: 'coprime-faces',
    enforce: 'pre',
    async transform(code, id) {
      return STYLES.test(id) ? { code: `${await rules(root, dirname(id))}\n${code}`, map: null } : null
    },
  }
}

async function rules(root: string, from: string): Promise<string> {
  const slices = slicesOf(sentences(root))
  const found: string[] = []
  for (const face of FACES) {
    const files = await cut(readFileSync(require.resolve(face.file)), slices, join(root, 'node_modules/.cache/coprime-faces'))
    for (const file of files) {
      const url = relative(from, file).split(sep).join('/')
      found.push(
        `@font-face{font-family:'${face.family}';font-weight:${face.weight};font-display:swap;` +
          `src:url('${url}') format('woff2');unicode-range:${await rangeOf(readFileSync(file))}}`,
      )
    }
  }
  return found.join('\n')
}

/** The range of a font as a @font-face rule has it: what the font has, not what was asked of it, which may be more. */
export async function rangeOf(font: Buffer): Promise<string> {
  return unicodeRange(String.fromCodePoint(...charactersOf(await convert(font, 'sfnt'))))
}

/** A face in slices, as files that are kept in a folder. */
async function cut(face: Buffer, slices: readonly string[], folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  let whole: Promise<Buffer> | undefined
  const files: string[] = []
  for (const slice of slices) {
    const file = join(folder, `${createHash('sha256').update(face).update(slice).digest('hex').slice(0, 20)}.woff2`)
    // Unpacked once: that is a good part of the time.
    if (!existsSync(file)) writeFileSync(file, await subset(await (whole ??= convert(face, 'sfnt')), slice, { targetFormat: 'woff2', noLayoutClosure: true }))
    files.push(file)
  }
  return files
}

/** All that the application says in Japanese: `first` is what the home screen says, by the keys of its messages. */
function sentences(root: string): { first: string; all: string } {
  const cwd = join(root, 'src/coprime')
  const read = (pattern: string) =>
    globSync(pattern, { cwd })
      .sort()
      .map((file) => readFileSync(join(cwd, file), 'utf8'))
  const [app = '{}'] = read('web/app/messages/ja.json')
  const home = Object.entries(JSON.parse(app) as Record<string, string>).filter(([key]) => HOME.test(key))
  const boxes = read('games/*/messages/ja.toml').flatMap((file) => file.match(BOX) ?? [])
  const names = read('table/messages/ja.toml').flatMap((file) => file.match(NAMES) ?? [])
  return {
    first: [...boxes, ...names, ...home.map(([, text]) => text)].join(''),
    all: [...read('**/messages/ja.{json,toml}'), ...read('**/*.ja.md'), ...read('../../docs/privacy-letter.ja.md')].join(''),
  }
}
