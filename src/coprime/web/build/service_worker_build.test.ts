// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawIcon, makeManifest, maskableMark } from './icons'
import { FIRST_FACES, listPreloads } from './preloads'
import { listKeptFiles } from './service_worker_build'

const MARK = readFileSync(join(import.meta.dirname, '../app/mark.svg'), 'utf8')

test('an icon is a PNG of the size that its manifest says', async () => {
  for (const [svg, size] of [
    [MARK, 192],
    [maskableMark(MARK), 512],
  ] as const) {
    const png = await drawIcon(svg, size)
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size])
  }
  const { icons, start_url, display } = makeManifest('/a', '/b', '/c')
  expect([icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`), start_url, display]).toEqual([
    ['192x192 any', '512x512 any', '512x512 maskable'],
    '/',
    'standalone',
  ])
})

test('the mark of a maskable icon fills its ground and lies within the circle that is never cut off', () => {
  const svg = maskableMark(MARK)
  const [left, , side] = /viewBox="([^"]*)"/.exec(svg)![1]!.split(' ').map(Number) as [number, number, number]
  expect(svg).toContain(`<rect x="${left}" y="${left}" width="${side}" height="${side}"`)
  for (const [, x, r] of svg.matchAll(/cx="([\d.]+)" cy="20" r="([\d.]+)"/g)) expect(Math.abs(Number(x) - 20) + Number(r) + 1.7).toBeLessThan(0.4 * side)
})

test('what is kept from the first moment: the page, its first parts, and those of the screens for reading', () => {
  const chunk = (fileName: string, imports: string[], more: object) => ({ type: 'chunk', fileName, imports, isEntry: false, facadeModuleId: null, ...more })
  const bundle = {
    'index.html': { type: 'asset', source: '<html>' },
    'assets/index-1.js': chunk('assets/index-1.js', ['assets/parts-1.js'], { isEntry: true, viteMetadata: { importedCss: new Set(['assets/parts-1.css']) } }),
    'assets/parts-1.js': chunk('assets/parts-1.js', [], {}),
    'assets/parts-1.css': { type: 'asset', source: '' },
    'assets/RulesPage-1.js': chunk('assets/RulesPage-1.js', ['assets/parts-1.js'], { facadeModuleId: '/app/screens/RulesPage.svelte' }),
    'assets/TableScreen-1.js': chunk('assets/TableScreen-1.js', [], { facadeModuleId: '/app/screens/TableScreen.svelte' }),
  }
  const kept = listKeptFiles(bundle as never)
  expect(kept.map(({ url }) => url)).toEqual(['/index.html', '/assets/RulesPage-1.js', '/assets/index-1.js', '/assets/parts-1.css', '/assets/parts-1.js'])
  expect(kept.map(({ revision }) => revision === null)).toEqual([false, true, true, true, true])
})

test('the first script knows the files of each language, screen and game, without those that come anyway', () => {
  const chunk = (fileName: string, imports: string[], facadeModuleId: string, isEntry = false) => ({
    type: 'chunk',
    fileName,
    imports,
    isEntry,
    facadeModuleId,
  })
  const chunks = [
    chunk('assets/index-1.js', ['assets/base-1.js'], '/app/index.html', true),
    chunk('assets/base-1.js', [], ''),
    {
      ...chunk('assets/RulesPage-1.js', ['assets/base-1.js', 'assets/rules-1.js'], '/app/screens/RulesPage.svelte'),
      viteMetadata: { importedCss: new Set(['assets/r.css']) },
    },
    chunk('assets/rules-1.js', ['assets/base-1.js'], ''),
    chunk('assets/ja-1.js', [], '/app/messages/ja.json'),
    chunk('assets/TableScreen-1.js', ['assets/base-1.js', 'assets/table-1.js'], '/app/screens/TableScreen.svelte'),
    chunk('assets/table-1.js', ['assets/base-1.js'], ''),
    chunk('assets/Lobby-1.js', ['assets/base-1.js', 'assets/table-1.js', 'assets/people-1.js'], '/app/screens/table/Lobby.svelte'),
    chunk('assets/people-1.js', ['assets/base-1.js'], ''),
    chunk('assets/Table-1.js', ['assets/base-1.js', 'assets/table-1.js', 'assets/messages-1.js'], '/games/one/web/Table.svelte'),
    chunk('assets/messages-1.js', ['assets/base-1.js'], '/games/one/web/messages.ts'),
    chunk('assets/ja-2.js', [], '/games/one/web/messages/ja.json'),
  ]
  expect(listPreloads(Object.fromEntries(chunks.map((one) => [one.fileName, one])) as never)).toEqual({
    languages: { ja: 'ja-1.js' },
    screens: { rules: ['RulesPage-1.js', 'rules-1.js', 'r.css'], t: ['TableScreen-1.js', 'table-1.js'] },
    games: { one: { files: ['Table-1.js', 'messages-1.js'], languages: { ja: 'ja-2.js' } } },
    lobby: ['Lobby-1.js', 'people-1.js'],
  })
})

test('the faces that are fetched first are those that were cut', () => {
  const names = ['assets/inter-latin-14ed-D.woff2', 'assets/vollkorn-latin-35ad-0.woff2', 'assets/inter-latin-ext-wght-normal-D.woff2', 'assets/14ed-T.woff2']
  expect(names.map((one) => FIRST_FACES.test(one))).toEqual([true, true, false, false])
})
