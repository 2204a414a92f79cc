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
  const lasts = {
    isTimely: ({ phase }: { phase?: string }) => phase === 'lay',
    isUnderstood: (before: { laid: number }, now: { laid: number }) => now.laid > before.laid,
  }
  const introductions = [
    { ...one('stage', 1), lasts },
    { ...one('pile', 1), lasts: { ...lasts, isUnderstood: () => false } },
    one('strokes', 2),
    one('rules', 2),
    one('powers', 3),
    { ...one('clues', 4), isNeeded },
    one('panel', 4),
  ]
  return { NO_INTRODUCTIONS: { firstTurn: '', introductions: [] }, introductionsOf: () => Promise.resolve({ firstTurn: '', introductions }) }
})

async function load() {
  vi.resetModules()
  return { ...(await import('$app/onboarding.svelte')), ...(await import('./introductions.svelte')) }
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
      introductions.hideCaption()
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

  test('are there before their match once somebody opens them, with their caption', async () => {
    const introductions = await table(await load())
    introductions.open('powers')
    expect(shown(introductions)).toEqual(['powers'])
    expect(introductions.now?.part).toBe('powers')
    introductions.hideCaption()
    introductions.offer(everywhere)
    expect(introductions.now).toBeUndefined()
    expect(shown(await table(await load()))).toEqual(['powers'])
  })

  describe('that last', () => {
    const laying = { count: 2, phase: 'lay', laid: 0 }
    /** What is said on so many turns. */
    function says(introductions: InstanceType<Loaded['Introductions']>, turns: number) {
      return Array.from({ length: turns }, () => {
        introductions.offer(everywhere)
        const part = introductions.now?.part
        introductions.hideCaption()
        return part
      })
    }

    test('come back in turns while they are timely, what is new before them', async () => {
      expect(says(await table(await load(), { scene: laying }), 4)).toEqual(['stage', 'pile', 'stage', 'pile'])
      expect(says(await table(await load(), { scene: { ...laying, phase: 'draw' } }), 2)).toEqual([undefined, undefined])
      const steps = await load()
      steps.recordGuided(GAME)
      finish(1)
      expect(says(await table(await load(), { scene: laying }), 5)).toEqual(['stage', 'pile', 'strokes', 'rules', 'stage'])
    })

    test('go for ever once somebody has done it, or says so', async () => {
      const introductions = await table(await load(), { scene: laying })
      introductions.follow(laying)
      introductions.follow({ ...laying, count: 3 })
      expect(says(introductions, 1)).toEqual(['stage'])
      introductions.follow({ ...laying, laid: 1 })
      introductions.offer(everywhere)
      expect(introductions.now?.part).toBe('pile')
      introductions.understand()
      expect(says(introductions, 1)).toEqual([undefined])
      expect(says(await table(await load(), { scene: laying }), 1)).toEqual([undefined])
    })

    test('come no more from the fourth match on', async () => {
      const steps = await load()
      steps.recordGuided(GAME)
      finish(3)
      expect(says(await table(await load(), { scene: laying }), 5)).not.toContain('stage')
    })
  })
})
