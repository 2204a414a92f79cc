import { beforeEach, expect, test, vi } from 'vitest'
import type { AttemptResult, Attempt } from '$app/api'
import { Trial } from './exercise_attempt.svelte'

/** Everything but `7` is wrong. */
const submit = <T>({ acts = [], how = 'try' }: Attempt): Promise<T> => {
  const verdict = !acts.length ? 'asked' : acts[0] === '7' ? 'right' : 'wrong'
  const tried = { verdict, ask: verdict, why: '', rule: '', lines: [], scene: { turn: [0] } } as unknown as AttemptResult
  return Promise.resolve((how === 'answer' ? { acts: ['7'] } : how === 'hint' ? { rungs: ['Think.', 'Play 7.'] } : tried) as T)
}

beforeEach(() => void vi.useFakeTimers())

test('the same wrong move once more is no other try, and is taken back from the table again', async () => {
  const trial = new Trial(submit, () => undefined, 3)
  await trial.open()
  for (const _ of [1, 2, 3]) await trial.send(['4'])
  expect([trial.left, trial.returned, trial.verdict]).toEqual([2, 3, 'wrong'])
  await trial.send(['6'])
  await trial.send(['8'])
  await trial.send(['8'])
  expect(trial.left).toBe(0)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([trial.shown, trial.verdict]).toEqual([true, 'right'])
  await trial.again()
  await trial.send(['4'])
  expect(trial.left).toBe(2)
})

test('where tries are not counted, a second wrong one opens a hint, the same one too', async () => {
  const trial = new Trial(submit, () => undefined)
  await trial.open()
  await trial.send(['4'])
  expect(trial.hintSteps).toEqual([])
  await trial.send(['4'])
  expect(trial.hintSteps).toEqual(['Think.'])
})

test('a double tap on a hint opens one and counts once', async () => {
  const trial = new Trial(submit, () => undefined)
  await trial.open()
  await Promise.all([trial.hint(1), trial.hint(1)])
  expect([trial.hintSteps, trial.used]).toEqual([['Think.'], 1])
  await trial.hint(2)
  expect([trial.hintSteps.length, trial.used]).toEqual([2, 2])
})
