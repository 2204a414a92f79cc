import { beforeEach, expect, test } from 'vitest'
import type { Option } from './api'
import { nextStep } from './rule_progression'
import { recordMatch, forgetMatches } from './finished_matches.svelte'

const option = { name: 'level', title: 'Level', values: [1, 2, 3].map((value) => ({ value, text: String(value) })) } as unknown as Option
const play = (step: number, won: boolean, id: string) => recordMatch({ id, game: 'game', won, level: 'casual', step, hints: 0 })
const win = (level: number, match: string) => play(level, true, match)

beforeEach(forgetMatches)

test('a first game begins at the first step', () => {
  expect(nextStep('game', option)).toEqual({ value: 1, text: '1' })
})
test('two matches won make a step comfortable, and the next one is suggested', () => {
  win(1, 'a.1')
  expect(nextStep('game', option)).toBeUndefined()
  play(1, false, 'a.2')
  win(1, 'a.3')
  expect(nextStep('game', option)).toEqual({ value: 2, text: '2', from: { played: 3, won: 2, text: '1' } })
  expect(nextStep('another', option)?.value).toBe(1)
})
test('a match counts once', () => {
  win(1, 'a.1')
  win(1, 'a.1')
  expect(nextStep('game', option)).toBeUndefined()
})
test('above the last step there is nothing', () => {
  win(3, 'a.1')
  win(3, 'a.2')
  expect(nextStep('game', option)).toBeUndefined()
})
test('what is kept can be forgotten', () => {
  win(2, 'a.1')
  win(2, 'a.2')
  expect(nextStep('game', option)?.value).toBe(3)
  forgetMatches()
  expect(nextStep('game', option)?.value).toBe(1)
})
