import { flushSync } from 'svelte'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { playSound } from '$app/sound'
import { identifyCopies, Rack, Selection, type HandCard } from './card_selection.svelte'

vi.mock('$app/sound', () => ({ playSound: vi.fn() }))

interface Card {
  id: string
}
let end = () => {}
afterEach(() => {
  end()
  vi.clearAllMocks()
})

/** A rack as a component holds it, and the hand that can be changed. */
function stand(ids: string, most = 0): { rack: Rack<Card>; hold: (ids: string) => void } {
  let hand: Card[] = $state([])
  hand = cards(ids)
  let rack!: Rack<Card>
  end = $effect.root(() => {
    rack = new Rack(() => identifyCopies(hand), { most: () => most })
  })
  return {
    rack,
    hold: (ids) => {
      hand = cards(ids)
      flushSync()
    },
  }
}
const cards = (ids: string) => ids.split(' ').map((id) => ({ id }))
const ids = (held: readonly HandCard<Card>[]) => held.map(({ id }) => id).join(' ')

test('equal cards have ids of their own', () => {
  expect(ids(identifyCopies(cards('2 42 W 2 9')))).toBe('2#0 42#0 W#0 2#1 9#0')
})

test('cards that stay are the same objects, and a hand that stays is the same array', () => {
  const [two, three, five] = cards('2 3 5') as [Card, Card, Card]
  let hand: Card[] = $state.raw([two, three])
  let rack!: Rack<Card>
  end = $effect.root(() => {
    rack = new Rack(() => identifyCopies(hand))
  })
  const first = rack.cards
  hand = [two, three]
  expect(rack.cards).toBe(first)
  hand = [five, three]
  expect(rack.cards).not.toBe(first)
  expect(ids(rack.cards)).toBe('5#0 3#0')
  expect(rack.cards[1]).toBe(first[1])
  hand = [{ id: '5' }, three]
  expect(rack.cards[0]!.card, 'another card of that name').toBe(hand[0])
})

describe('what is raised', () => {
  test('stands in the order it was raised, and is lowered by the same tap', () => {
    const { rack } = stand('2 3 5 7')
    for (const id of ['5#0', '2#0', '7#0', '2#0']) rack.toggle(id)
    expect(ids(rack.up)).toBe('5#0 7#0')
    rack.lower('5#0')
    expect(rack.raised).toEqual(['7#0'])
    rack.lower()
    expect(rack.up).toEqual([])
    expect(vi.mocked(playSound).mock.calls).toEqual(Array(4).fill(['paper']))
  })
  test('has a limit: the first goes down for one more', () => {
    const { rack } = stand('2 3 5', 2)
    for (const id of ['2#0', '3#0', '5#0']) rack.toggle(id)
    expect(rack.raised).toEqual(['3#0', '5#0'])
  })
  test('is forgotten with its card, also when that comes back', () => {
    const { rack, hold } = stand('2 3 5')
    rack.toggle('3#0')
    rack.toggle('5#0')
    hold('2 5')
    expect(rack.raised).toEqual(['5#0'])
    hold('2 3 5')
    expect(ids(rack.up)).toBe('5#0')
  })
  test('is asked for by figures as the cards stand, 0 for the tenth', () => {
    const { rack } = stand('a b c d e f g h i j k')
    rack.move('c#0', 0)
    rack.raiseNth(1)
    rack.raiseNth(0)
    expect(rack.raised).toEqual(['c#0', 'j#0'])
    const few = stand('a b').rack
    few.raiseNth(3)
    few.raiseNth(0)
    expect(few.raised).toEqual([])
  })
  test('goes down when it was kept, and stays when it was refused', async () => {
    const { rack } = stand('2 3 5')
    rack.toggle('3#0')
    expect(await rack.play(async () => false)).toBe(false)
    expect(rack.raised).toEqual(['3#0'])
    expect(await rack.play(async () => true)).toBe(true)
    expect(rack.raised).toEqual([])
  })
  test('stays when something else was raised while the server was asked', async () => {
    const { rack } = stand('2 3 5')
    rack.toggle('3#0')
    const kept = rack.play(async () => {
      rack.toggle('5#0')
      return true
    })
    expect(await kept).toBe(false)
    expect(rack.raised).toEqual(['3#0', '5#0'])
  })
  test('needs no order: a selection follows what lies there', () => {
    let lying = $state.raw(identifyCopies(cards('2 3')))
    let chosen!: Selection<Card>
    end = $effect.root(() => {
      chosen = new Selection(() => lying)
    })
    chosen.toggle('3#0')
    expect(chosen.up[0]!.card).toBe(chosen.card('3#0'))
    lying = identifyCopies(cards('2'))
    flushSync()
    expect(chosen.raised).toEqual([])
  })
})

describe('the order', () => {
  test('is one’s own once a card is moved; new cards come to the end, gone ones leave', () => {
    const { rack, hold } = stand('2 3 5')
    expect(rack.order).toEqual([])
    expect(rack.move('5#0', 0)).toBe(true)
    expect(ids(rack.standing)).toBe('5#0 2#0 3#0')
    hold('2 5 7 5')
    expect(ids(rack.standing)).toBe('5#0 2#0 7#0 5#1')
    rack.order = []
    expect(ids(rack.standing)).toBe('2#0 5#0 7#0 5#1')
  })
  test('does not change where nothing moves', () => {
    const { rack } = stand('2 3 5')
    expect([rack.move('2#0', 0), rack.move('2#0', -1), rack.move('2#0', 3), rack.move('no', 1)]).toEqual([false, false, false, false])
    expect(rack.order).toEqual([])
  })
  test('is kept sorted until a card is moved', () => {
    const { rack, hold } = stand('5 3 2')
    rack.sorting = (held) => held.map(({ id }) => id).sort()
    expect(ids(rack.standing)).toBe('2#0 3#0 5#0')
    hold('5 4 3')
    expect(ids(rack.standing)).toBe('3#0 4#0 5#0')
    rack.move('5#0', 0)
    expect(rack.sorting).toBeNull()
    expect(ids(rack.standing)).toBe('5#0 3#0 4#0')
  })
})
