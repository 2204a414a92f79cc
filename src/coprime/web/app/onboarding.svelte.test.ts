import { beforeEach, describe, expect, test, vi } from 'vitest'

const GAME = 'stones'
const finish = (n: number) =>
  localStorage.setItem(
    'coprime.games',
    JSON.stringify(Array.from({ length: n }, (_, i) => ({ id: `T.${i}`, game: GAME, at: 1, won: true, level: '', hints: 0 }))),
  )

async function load() {
  vi.resetModules()
  return import('./onboarding.svelte')
}

beforeEach(() => localStorage.clear())

describe('somebody new', () => {
  test('is asked which game once, and begins each game with a guided turn', async () => {
    const steps = await load()
    expect(steps.asksWhichGame()).toBe(true)
    expect(steps.needsFirstTurn(GAME)).toBe(true)
    steps.recordFirstTurn(GAME)
    expect(steps.asksWhichGame()).toBe(false)
    expect(steps.needsFirstTurn(GAME)).toBe(false)
    expect(steps.needsFirstTurn('sticks')).toBe(true)
  })

  test('is nobody who has finished a match, or wants to see everything', async () => {
    finish(1)
    let steps = await load()
    expect([steps.asksWhichGame(), steps.needsFirstTurn(GAME), steps.isGuided(GAME)]).toEqual([false, false, false])
    localStorage.clear()
    steps = await load()
    steps.recordGuided(GAME)
    steps.setExperienced(true)
    expect([steps.asksWhichGame(), steps.needsFirstTurn(GAME), steps.isGuided(GAME)]).toEqual([false, false, false])
  })

  test('may have stored anything', async () => {
    localStorage.setItem('coprime.first', '{"guided": 3, "group": "99", "told": {"sticks": ["panel", 7]}, "asked": "yes"}')
    const steps = await load()
    expect([steps.chosenGroup(), steps.asksWhichGame(), steps.wasTold('sticks', 'panel')]).toEqual(['', true, true])
  })
})
