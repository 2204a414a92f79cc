import { expect, test } from 'vitest'
import { gridText } from './result_grid'

test.each([
  [['◆'], '◆'],
  [['✕✕◆'], '✕ ✕ ◆'],
  [['◆', '✕◆', '✕✕✕'], '1 ◆\n2 ✕ ◆\n3 ✕ ✕ ✕'],
  [['✕', '✕', '✕'], '1 ✕\n2 ✕\n3 ✕'],
  // Numbers have one try each.
  [['◆', '✕', '◆', '◆'], '◆ ✕ ◆ ◆'],
])('the grid of %j', (steps, text) => {
  expect(gridText(steps)).toBe(text)
})
