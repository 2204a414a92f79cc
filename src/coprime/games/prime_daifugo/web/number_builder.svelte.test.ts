import { flushSync } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { identifyCopies, Rack } from '$app/parts/card_selection.svelte'
import { Building } from './number_builder.svelte'
import type { CardScene } from './scene'

vi.mock('$app/sound', () => ({ playSound: vi.fn() }))
vi.mock('./clue_setting.svelte', () => ({ shown: { print: false } }))

const card = (id: string, ...values: number[]): CardScene => ({
  id,
  text: id,
  power: '',
  factors: [],
  name: id,
  values: values.map((number) => ({ label: `${id}=${number}`, number })),
})
let end = () => {}
afterEach(() => end())

function hold(...hand: CardScene[]): { rack: Rack<CardScene>; building: Building } {
  let rack!: Rack<CardScene>
  let building!: Building
  end = $effect.root(() => {
    rack = new Rack(() => identifyCopies(hand), { most: () => 3 })
    building = new Building(rack)
  })
  return { rack, building }
}

test('a number is read from the cards in the order they were raised', () => {
  const { rack, building } = hold(card('2'), card('13'), card('7'))
  for (const id of ['13#0', '7#0']) rack.toggle(id)
  expect([building.text, building.label]).toEqual(['137', 'play 13 7'])
})

test('a card of several numbers asks which, and forgets it when it is lowered', () => {
  const { rack, building } = hold(card('1'), card('4/6/8', 4, 6, 8))
  rack.toggle('1#0')
  rack.toggle('4/6/8#0')
  expect([building.asking?.id, building.text]).toEqual(['4/6/8#0', '1?'])
  building.meant['4/6/8#0'] = '4/6/8=6'
  expect([building.asking, building.text, building.label]).toEqual([undefined, '16', 'play 1 4/6/8=6'])
  rack.lower('4/6/8#0')
  flushSync()
  rack.toggle('4/6/8#0')
  expect(building.asking?.id).toBe('4/6/8#0')
})

test('a card of words and cards of figures do not stand together: the later one stays', () => {
  const { rack } = hold(card('2'), card('3'), card('SKIP'))
  for (const id of ['2#0', '3#0', 'SKIP#0']) rack.toggle(id)
  flushSync()
  expect(rack.raised).toEqual(['SKIP#0'])
  rack.toggle('3#0')
  flushSync()
  expect(rack.raised).toEqual(['3#0'])
})

test('a play that has a label raises its cards, equal ones once each', () => {
  const { rack, building } = hold(card('3'), card('3'), card('4/6/8', 4, 6, 8))
  building.raise('play 3 4/6/8=8 3')
  expect([rack.raised, building.text]).toEqual([['3#0', '4/6/8#0', '3#1'], '383'])
  building.raise('play 5 3')
  expect(rack.raised).toEqual(['3#0', '4/6/8#0', '3#1'])
})
