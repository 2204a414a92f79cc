import { beforeEach, describe, expect, test, vi } from 'vitest'

const GAME = 'stones'
const finish = (n: number) =>
  localStorage.setItem(
    'coprime.games',
    JSON.stringify(Array.from({ length: n }, (_, i) => ({ id: `T.${i}`, game: GAME, at: 1, won: true, level: '', hints: 0 }))),
  )

// A game of our own: its marks, a panel, and clues that a rule needs among three cards.
vi.mock('./introductions', () => {
  const one = (part: string, match: number) => ({ part, match, at: `.${part}`, text: part })
  const isNeeded = ({ count }: { count: number }) => count === 3
  const introductions = [one('strokes', 2), one('rules', 2), one('powers', 3), { ...one('clues', 4), isNeeded }, one('panel', 4)]
  return { NO_INTRODUCTIONS: { firstTurn: '', introductions: [] }, introductionsOf: () => Promise.resolve({ firstTurn: '', introductions }) }
})

async function load() {
  vi.resetModules()
  return { ...(await import('$app/first_steps.svelte')), ...(await import('./introductions.svelte')) }
}
type Loaded = Awaited<ReturnType<typeof load>>

beforeEach(() => localStorage.clear())

describe('the parts of a table', () => {
  const everywhere = () => true
  async function table(steps: Loaded, facts: Partial<{ id: string; scene: unknown; alone: boolean }> = {}) {
    const introductions = new steps.Introductions(() => ({ game: GAME, id: 'NOW.1', scene: { count: 2 }, alone: true, ...facts }))
    await introductions.load(GAME)
    return introductions
  }
  const PARTS = ['strokes', 'powers', 'clues', 'panel']
  const shown = (introductions: InstanceType<Loaded['Introductions']>) => PARTS.filter(introductions.shows)

  test('come match by match, and this match does not count', async () => {
    let steps = await load()
    expect(shown(await table(steps))).toEqual([])
    for (const [finished, parts] of [
      [1, ['strokes']],
      [2, ['strokes', 'powers']],
      [3, PARTS],
    ] as const) {
      finish(finished)
      steps = await load()
      expect(shown(await table(steps))).toEqual(parts)
      expect(shown(await table(steps, { id: 'T.0' }))).not.toEqual(parts)
    }
  })

  test('have one caption each, one at a time, which does not come again', async () => {
    const steps = await load()
    steps.recordGuided(GAME)
    finish(1)
    const introductions = await table(await load())
    const said: (string | undefined)[] = []
    for (let i = 0; i < 3; i++) {
      introductions.offer(everywhere)
      introductions.offer(everywhere)
      said.push(introductions.now?.part)
      introductions.heed()
    }
    expect(said).toEqual(['strokes', 'rules', undefined])
  })

  test('are explained where they are in sight, and there at once where a rule needs them', async () => {
    const introductions = await table(await load(), { scene: { count: 3 } })
    expect(shown(introductions)).toEqual(['clues'])
    introductions.offer(() => false)
    expect(introductions.now).toBeUndefined()
    introductions.offer(everywhere)
    expect(introductions.now?.part).toBe('clues')
  })

  test('are all there in a class, for a watcher, and for who is not new', async () => {
    expect(shown(await table(await load(), { alone: false }))).toEqual(PARTS)
    localStorage.clear()
    finish(2)
    expect(shown(await table(await load()))).toEqual(PARTS)
  })
})
