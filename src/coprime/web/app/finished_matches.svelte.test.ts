import { beforeEach, expect, test } from 'vitest'
import { exportAll } from './local_store.svelte'
import { recordMatch, finishedMatches, forgetMatches, hasWon, countStreaks, tallyMatches } from './finished_matches.svelte'

const play = (id: string, won: boolean, level = 'casual', game = 'climb') => recordMatch({ id, game, won, level, hints: 1 })

beforeEach(() => {
  localStorage.clear()
  forgetMatches()
})

test('a match counts once', () => {
  play('A.1', true)
  play('A.1', true)
  expect(finishedMatches('climb')).toHaveLength(1)
  expect(hasWon('climb')).toBe(true)
  expect(hasWon('rummy')).toBe(false)
})

test('wins are counted by level, and people count for none', () => {
  play('A.1', true)
  play('A.2', false)
  play('A.3', true, 'strong')
  play('A.4', true, '')
  expect([...tallyMatches(({ level }) => level)]).toEqual([
    ['casual', { played: 2, won: 1 }],
    ['strong', { played: 1, won: 1 }],
  ])
})

test('a row of wins ends with the first that is lost', () => {
  for (const [i, won] of [true, true, true, false, true].entries()) play(`A.${i}`, won)
  expect(countStreaks(finishedMatches())).toEqual({ now: 1, best: 3 })
  expect(countStreaks([])).toEqual({ now: 0, best: 0 })
})

test('what another page has counted is not lost', () => {
  play('A.1', true)
  localStorage.setItem('coprime.games', JSON.stringify([...finishedMatches(), { ...finishedMatches()[0], id: 'B.1' }]))
  play('A.2', true)
  expect(finishedMatches().map(({ id }) => id)).toEqual(['A.1', 'B.1', 'A.2'])
})

test('a copy holds what is kept here, and damage loses nothing else', () => {
  play('A.1', true)
  localStorage.setItem('coprime.broken', '{')
  localStorage.setItem('other', '1')
  const kept = JSON.parse(exportAll()) as Record<string, unknown>
  expect(Object.keys(kept)).toEqual(['coprime.broken', 'coprime.games'])
  expect(kept['coprime.games']).toMatchObject([{ id: 'A.1', won: true }])
  forgetMatches()
  expect(finishedMatches()).toEqual([])
})
