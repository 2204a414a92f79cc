import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import { Picking } from './card_selection.svelte'
import type { PlacedCard, Solitaire } from './scene'

vi.mock('$app/sound', () => ({ playSound: vi.fn() }))

const SET = 'take 1 2 3'
const place = (id: string) => ({ id, open: true, across: Number(id), row: 0, column: 0, figure: id, factors: [] }) as PlacedCard
const scene = { foundation: ['1', '2', '3', '4'].map(place), stack: [{}, {}, {}] } as unknown as Solitaire

async function table(...raised: string[]) {
  vi.useFakeTimers()
  const take = vi.fn()
  let picking!: Picking
  const preview = (label: string) => Promise.resolve({ built: { sum: '', ok: label === SET, note: '', answer: '' } } as Solitaire)
  $effect.root(() => {
    picking = new Picking({ scene: () => scene, live: () => true, preview, take })
  })
  let at = 0
  /** A tap so many ms after the last one. */
  const tap = async (card: string, after = 1000, detail = 1) => {
    picking.tap(card, { detail, timeStamp: (at += after) })
    flushSync()
    await vi.advanceTimersByTimeAsync(60)
  }
  flushSync()
  for (const card of raised) await tap(card)
  return { picking, take, tap }
}

test('a tap raises and lowers; a card of the stack is raised with all that lie on it', async () => {
  const { picking, take, tap } = await table('3', '1', '+2')
  expect(picking.label).toBe('take 1 3 +2')
  await tap('+2')
  expect(picking.label).toBe('take 1 3 +1')
  await tap('1')
  expect(picking.label).toBe('take 3 +1')
  expect(take).not.toHaveBeenCalled()
})

test('two taps on a card of a set that stands take it', async () => {
  const { picking, take, tap } = await table('3', '1', '2')
  await tap('1')
  expect(picking.label).toBe('take 2 3')
  await tap('1', 200)
  expect(take).toHaveBeenCalledExactlyOnceWith(SET)
})

test('two taps on the card that makes a set take it', async () => {
  const { take, tap } = await table('3', '1')
  await tap('2')
  await tap('2', 200)
  expect(take).toHaveBeenCalledExactlyOnceWith(SET)
})

test.each([
  ['no set stands', ['3', '1'], '4', 200, 1],
  ['the second tap comes late', ['3', '1', '2'], '2', 900, 1],
  ['keys are used', ['3', '1', '2'], '2', 200, 0],
])('where %s, two taps are two', async (_, raised, card, after, detail) => {
  const { picking, take, tap } = await table(...(raised as string[]))
  const before = picking.label
  await tap(card as string, 1000, detail as number)
  await tap(card as string, after as number, detail as number)
  expect(picking.label).toBe(before)
  expect(take).not.toHaveBeenCalled()
})

test('a card put upon another raises both, and lowers neither', async () => {
  const { picking } = await table('1')
  picking.join('1', '3')
  picking.join('+2', '1')
  expect(picking.label).toBe('take 1 3 +2')
})
