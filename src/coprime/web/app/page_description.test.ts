import { expect, test } from 'vitest'
import { summarizeText } from './page_description'

test('marks are left out', () => expect(summarizeText('A **prime** with `code`, see [the rules](/rules/game#D-1).')).toBe('A prime with code, see the rules.'))

test('a long text ends with a sentence, or with a word', () => {
  expect(summarizeText(`Short. ${'word '.repeat(40)}`)).toBe('Short.')
  expect(summarizeText(`${'数'.repeat(100)}。${'字'.repeat(100)}`)).toBe(`${'数'.repeat(100)}。`)
  const words = summarizeText('word '.repeat(60))
  expect(words).toMatch(/word…$/)
  expect(words.length).toBeLessThanOrEqual(161)
})
