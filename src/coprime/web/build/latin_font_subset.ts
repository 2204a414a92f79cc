/** The Latin faces, cut to the weights that are used: what a page waits for before it shows a word. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subset from 'subset-font'
import type { Plugin } from 'vite'
import { convert } from 'fontverter'
import { charactersOf } from './font_cmap.ts'

/** The faces of look/fonts.css that every page begins with, and the weights they keep. */
const FACES = [
  { name: 'inter-latin', file: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', axes: { wght: { min: 400, max: 700 } } },
  { name: 'vollkorn-latin', file: '@fontsource/vollkorn/files/vollkorn-latin-700-normal.woff2', axes: undefined },
] as const
const require = createRequire(import.meta.url)

/** Puts the cut faces in the place of the whole ones; they are kept below node_modules. */
export function latinFaces(root: string): Plugin {
  return {
    name: 'coprime-latin',
    apply: 'build',
    async config() {
      const folder = join(root, 'node_modules/.cache/coprime-faces')
      mkdirSync(folder, { recursive: true })
      const alias = []
      // One after the other: the converter has one memory.
      for (const { name, file, axes } of FACES) alias.push({ find: file, replacement: await cutFace(readFileSync(require.resolve(file)), folder, name, axes) })
      return { resolve: { alias } }
    },
  }
}

/** The path of a face with all its characters and features, without the weights that are not used. */
async function cutFace(face: Buffer, folder: string, name: string, axes: Record<string, { min: number; max: number }> | undefined): Promise<string> {
  const hash = createHash('sha256')
    .update(face)
    .update(JSON.stringify(axes ?? ''))
    .digest('hex')
    .slice(0, 20)
  const file = join(folder, `${name}-${hash}.woff2`)
  if (!existsSync(file)) {
    const all = String.fromCodePoint(...charactersOf(await convert(face, 'sfnt')))
    writeFileSync(file, await subset(face, all, { targetFormat: 'woff2', ...(axes && { variationAxes: axes }) }))
  }
  return file
}
