import { expect, test } from 'vitest'
import type { Scene } from '$app/net/wire_messages'
import type { TableModule } from '$app/table/contract'
import { noteText } from './participant_names'

const SCENE = {} as Scene
const game = (words: string) => ({ note: () => words }) as unknown as TableModule

test('who watches is told so, beside the words of the game where it has any', () => {
  expect(noteText(game('Game 1 of 3'), SCENE, [], null, true)).toBe('You are watching · Game 1 of 3')
  expect(noteText(game(''), SCENE, [], null, true)).toBe('You are watching')
  expect(noteText({} as TableModule, SCENE, [], null, true)).toBe('You are watching')
  expect(noteText(game('Game 1 of 3'), undefined, [], null, true)).toBe('You are watching')
})

test('who plays reads the words of the game alone', () => {
  expect(noteText(game('Game 1 of 3'), SCENE, [], 0, false)).toBe('Game 1 of 3')
  expect(noteText(undefined, SCENE, [], 0, false)).toBe('')
})
