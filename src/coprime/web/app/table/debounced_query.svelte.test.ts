import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DebouncedQuery } from './debounced_query.svelte'
import { onSceneChange } from './scene_change.svelte'

beforeEach(() => vi.useFakeTimers())
let end = () => {}
afterEach(() => {
  end()
  vi.useRealTimers()
})

test('the server is asked once for what has stood still, and its answer holds for just that', async () => {
  let wanted = $state('')
  const ask = vi.fn(async (what: string) => `yes to ${what}`)
  let asked!: DebouncedQuery<string>
  end = $effect.root(() => {
    asked = new DebouncedQuery(() => wanted, ask, 90)
  })
  const want = async (what: string, ms: number) => {
    wanted = what
    flushSync()
    await vi.advanceTimersByTimeAsync(ms)
    return asked.now
  }
  expect(await want('play 2', 50)).toBeNull()
  expect(await want('play 2 3', 89)).toBeNull()
  expect(await want('play 2 3', 1)).toBe('yes to play 2 3')
  expect(ask.mock.calls).toEqual([['play 2 3']])
  expect(await want('play 5', 10)).toBeNull()
  // What was asked before nothing was wanted is asked again: the position may be another.
  expect(await want('', 500)).toBeNull()
  expect(await want('play 2 3', 10)).toBeNull()
})

test('an answer that comes when something else is wanted is dropped', async () => {
  let wanted = $state('slow')
  let answer = (_: string) => {}
  let asked!: DebouncedQuery<string>
  end = $effect.root(() => {
    asked = new DebouncedQuery(
      () => wanted,
      () => new Promise<string>((tell) => (answer = tell)),
      0,
    )
  })
  flushSync()
  await vi.advanceTimersByTimeAsync(1)
  wanted = ''
  flushSync()
  answer('late')
  await vi.advanceTimersByTimeAsync(1)
  wanted = 'slow'
  expect(asked.now).toBeNull()
})

test('what moves is planned before a scene is shown and done after', () => {
  let scene = $state.raw({ n: 1 })
  const told: string[] = []
  end = $effect.root(() => {
    onSceneChange(
      () => scene,
      (before, now) => {
        told.push(`plan ${before?.n} ${now.n}`)
        return now.n === 2 ? () => told.push('move') : undefined
      },
    )
    $effect.pre(() => void told.push(`show ${scene.n}`))
  })
  flushSync()
  for (const n of [2, 3]) {
    scene = { n }
    flushSync()
  }
  expect(told).toEqual(['plan undefined 1', 'show 1', 'plan 1 2', 'show 2', 'move', 'plan 2 3', 'show 3'])
})
