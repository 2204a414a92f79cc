import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import { Objections } from './challenge_selection.svelte'
import type { ClaimScene, OpenPick } from './scene'

const pick = (number: number, may = true) =>
  ({
    number,
    may,
    seat: 1,
    cards: [],
    text: '',
    left: 9,
    of: 9,
    label: `challenge ${number}`,
    offences: [{ label: 'product' }, { label: 'order' }],
  }) as unknown as OpenPick
const claim = { number: 9, may: true, kind: 'hit', label: 'challenge 9' } as unknown as ClaimScene

function court(first: OpenPick[]) {
  const at = $state({ open: first, claim: null as ClaimScene | null, free: true })
  let objections!: Objections
  $effect.root(() => {
    objections = new Objections({ claim: () => at.claim, open: () => at.open, free: () => at.free })
  })
  flushSync()
  return { at, objections }
}

test('the newest comes first, the others are counted and opened one after another', () => {
  const { at, objections } = court([pick(3), pick(4), pick(5)])
  expect([objections.now?.number, objections.more]).toEqual([5, 2])
  for (const number of [4, 3, 5]) {
    objections.next()
    expect(objections.now?.number).toBe(number)
  }
  objections.next()
  at.open = [...at.open, pick(6)]
  expect(objections.now?.number, 'who has opened an older one keeps it').toBe(4)
  at.open = [pick(5), pick(6)]
  expect(objections.now?.number, 'until its time is up').toBe(6)
})

test('what is wrong is named for each by itself; against a hit there is nothing to name', () => {
  const { at, objections } = court([pick(3), pick(4)])
  objections.name('order')
  expect(objections.label).toBe('challenge 4 product order')
  objections.next()
  expect(objections.label).toBe('challenge 3 product')
  expect(objections.ready).toBe(true)
  objections.name('product')
  expect([objections.ready, objections.label], 'what would be refused').toEqual([false, 'challenge 3'])
  at.open = []
  at.claim = claim
  expect(objections.label).toBe('challenge 9')
  at.free = false
  expect(objections.ready).toBe(false)
  at.claim = null
  expect(objections.label, 'nothing is there').toBe('challenge 0')
})

test('a tap that was meant for the one before is not taken for the next', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  const { at, objections } = court([pick(3)])
  expect(objections.settled(), 'the first one may be challenged at once').toBe(true)
  at.open = [pick(3), pick(4)]
  flushSync()
  expect(objections.settled()).toBe(false)
  now.mockReturnValue(10_500)
  expect(objections.settled()).toBe(true)
  objections.next()
  flushSync()
  expect(objections.settled(), 'whoever turns to another one means it').toBe(true)
  now.mockRestore()
})
