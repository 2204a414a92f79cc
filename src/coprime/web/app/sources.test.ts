// Laws on the sources of the browser part, the games' included.
import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['./**/*.{svelte,ts,css,html}', '../../{games,decks}/*/web/**/*.{svelte,ts,css}', '!./**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('no style attribute: the content security policy forbids it (style: directives are allowed)', () => {
  const bad = Object.entries(sources).filter(([, text]) => /\sstyle=/.test(text) || /setAttribute\(['"]style/.test(text))
  expect(bad.map(([name]) => name)).toEqual([])
})

test('no request goes to another server', () => {
  const bad = Object.entries(sources).filter(([, text]) => /https?:\/\/(?!www\.w3\.org\/)/.test(text))
  expect(bad.map(([name]) => name)).toEqual([])
})

test('what scrolls sideways holds what is only spoken in it: a page on a phone was widened by a set far to the right', () => {
  const rules = Object.entries(sources).flatMap(([name, text]) =>
    [...text.matchAll(/([^{}]*)\{([^{}]*overflow-x: auto[^{}]*)\}/g)].map(([, selector, rule]) => ({ name, selector: selector!.trim(), rule: rule! })),
  )
  expect(rules.length).toBeGreaterThan(2)
  const shared = '.scrollx' // its rule in layout.css says so for all
  expect(
    rules.filter(({ name, selector, rule }) => !rule.includes('position: relative') && (!selector.endsWith(shared) || name.endsWith('look/layout.css'))),
  ).toEqual([])
})
