// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { convert } from 'fontverter'
import subset from 'subset-font'
import { beforeAll, expect, test } from 'vitest'
import { rangeOf } from './font_faces'
import { charactersOf } from './font_cmap'
import { fillMissingMessages } from './message_fallback'
import { withReadings } from './furigana_preprocessor'
import { slicesOf, unicodeRange } from './japanese_font_slices'

test('what a translation lacks is said in English, and what only it has is left out', () => {
  expect(fillMissingMessages({ a: 'one', b: 'two', c: 'three' }, { a: '一', c: '', d: '四' })).toEqual({ a: '一', b: 'two', c: '' })
})

const slices = slicesOf({ first: '素数大富豪', all: '山札と手札と山札、Coprime 97' })

test('the first slice has the first screen, kana and signs; then what is said, most often first', () => {
  for (const one of 'あンー、…素豪') expect(slices[0]).toContain(one)
  expect(slices[1]).toBe('札山手')
})

test('every character is in one slice, and all usual kanji are there', () => {
  const all = slices.join('')
  expect(new Set(all).size).toBe([...all].length)
  expect(all.match(/\p{Script=Han}/gu)!.length).toBeGreaterThanOrEqual(2965)
  for (const one of '亜腕因敷') expect(all).toContain(one)
  expect(all).not.toMatch(/[A-Za-z0-9]/)
})

test('neighbours are a range', () => {
  expect(unicodeRange('うあい鿿々')).toBe('U+3005,U+3042,U+3044,U+3046,U+9FFF')
  expect(unicodeRange('cab')).toBe('U+61-63')
})

const LONG = 60_000
const SOURCES = join(import.meta.dirname, '../..')
const FILE = createRequire(import.meta.url).resolve('@fontsource/biz-udpgothic/files/biz-udpgothic-japanese-400-normal.woff2')
let gothic: Buffer
beforeAll(async () => {
  gothic = await convert(readFileSync(FILE), 'sfnt')
}, LONG)

test(
  'a slice claims the characters that its font has, not those that were asked for',
  async () => {
    expect(await rangeOf(await subset(gothic, 'あいう～―〜', { targetFormat: 'woff2' }))).toBe('U+301C,U+3042,U+3044,U+3046')
  },
  LONG,
)

test('the face has every kana, kanji and full-width sign of the Japanese sentences', () => {
  const files = globSync(['**/messages/ja.{json,toml}', '**/*.ja.md'], { cwd: SOURCES })
  const said = files.flatMap((file) => readFileSync(join(SOURCES, file), 'utf8').match(/[\u3000-\u30ff\uff00-\uffef\p{Script=Han}]/gu) ?? [])
  const has = charactersOf(gothic)
  expect(new Set(said).size).toBeGreaterThan(500)
  expect([...new Set(said)].filter((one) => !has.has(one.codePointAt(0)!))).toEqual([])
})

test('a message that stands as text is drawn with its readings, and one of an attribute or for a voice alone is not', () => {
  const script = (text = '') => `<script lang="ts">${text}import { t } from '$app/messages'</script>\n`
  const drawn = (markup: string) => withReadings(script() + markup, 'One.svelte').split('\n')[1]
  expect(drawn(`<button title={t('a')}>{#if x}{t('b', { n: f(1) })}{:else}{n}{/if}</button>`)).toBe(
    `<button title={t('a')}>{#if x}<Readings_ text={t('b', { n: f(1) })} />{:else}{n}{/if}</button>`,
  )
  for (const plain of [`<p class="s sr">{t('a')}</p>`, `<option>{t('a')}</option>`, `<svg><text>{t('a')}</text></svg>`, `<p>{of(t('a'))}</p>`])
    expect(drawn(plain)).toBe(plain)
  expect(withReadings(`${script()}{t('a')}`, 'One.svelte')).toContain(script("import Readings_ from '$app/parts/Ruby.svelte';"))
})
