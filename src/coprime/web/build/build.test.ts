// @vitest-environment node
import { expect, test } from 'vitest'
import { complete } from './messages'
import { withReadings } from './read'
import { slicesOf, unicodeRange } from './slices'

test('what a translation lacks is said in English, and what only it has is left out', () => {
  expect(complete({ a: 'one', b: 'two', c: 'three' }, { a: '一', c: '', d: '四' })).toEqual({ a: '一', b: 'two', c: '' })
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
