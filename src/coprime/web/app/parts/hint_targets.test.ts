import { expect, test } from 'vitest'
import { findCopies } from './hint_targets.svelte'

test('a card is found by its name, and one that lies twice as often as it is named', () => {
  const hand = ['3#0', '11#0', '3#1', 'W#0'].map((id) => ({ id, card: {} }))
  expect(findCopies(hand, ['11', '3'])).toEqual(['11#0', '3#0'])
  expect(findCopies(hand, ['3', '3', '3'])).toEqual(['3#0', '3#1'])
  expect(findCopies(hand, ['1', 'Jo'])).toEqual([])
})
