import { flushSync } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { identifyCopies, Rack } from '$app/parts/card_selection.svelte'
import { Plan } from './action_plan.svelte'
import { equationOf, type Canasta, type CardScene, type SetScene } from './scene'

vi.mock('$app/sound', () => ({ playSound: vi.fn() }))

const card = (id: string): CardScene => ({ id, points: 5 })
const run = { label: 'B', text: 'run', run: true, grows: true, ends: ['W2', 'W11'] } as SetScene
let end = () => {}
afterEach(() => end())

test('raised cards are an equation only where they multiply', () => {
  const some = (...ids: string[]) => ids.map((id) => ({ ...card(id), figure: id, wild: id === 'W' }))
  expect(equationOf(some('5', '35', '7'))).toBe('35 = 5 × 7')
  expect(equationOf(some('5', '35', '2'))).toBe('')
  expect(equationOf(some('5', '5'))).toBe('')
  expect(equationOf(some('5', '35', 'W'))).toBe('')
})

function sit(given: Partial<Canasta>): { rack: Rack<CardScene>; plan: Plan; see: (given: Partial<Canasta>) => void } {
  const seen = (more: Partial<Canasta>) =>
    ({
      side: 0,
      sides: [{ sets: [run], made: true }],
      phase: 'lay',
      pile: { count: 3, top: card('7') },
      chosen: [],
      fan: null,
      stage: null,
      acts: [],
      hand: ['3', '5', 'W'].map(card),
      canLay: true,
      canTake: true,
      canDiscard: true,
      ...more,
    }) as unknown as Canasta
  let scene = $state.raw(seen(given))
  let rack!: Rack<CardScene>
  let plan!: Plan
  end = $effect.root(() => {
    rack = new Rack(() => identifyCopies(scene.hand))
    plan = new Plan(rack, { scene: () => scene, acting: () => true, ask: async () => ({ ok: true, sentence: '', rule: '' }) })
  })
  return {
    rack,
    plan,
    see: (more) => {
      scene = seen(more)
      flushSync()
    },
  }
}

test('one raised card is discarded, several are laid, with the top of the pile they take it', () => {
  const { rack, plan } = sit({})
  expect(plan.label).toBe('')
  rack.toggle('3#0')
  expect(plan.label).toBe('discard 3')
  rack.toggle('5#0')
  expect(plan.label).toBe('lay 3 5')
  plan.topUp = true
  expect(plan.label).toBe('take 7 3 5')
})

test('with a touched set they extend it, and a wild is named by the end it goes to', () => {
  const { rack, plan } = sit({})
  plan.touch(run)
  rack.toggle('W#0')
  expect(plan.label).toBe('extend B with W2')
  plan.declared = 'W11'
  expect(plan.label).toBe('extend B with W11')
  plan.touch(run)
  flushSync()
  expect([plan.label, plan.declared]).toEqual(['discard W', ''])
})

test('what can no longer be done is lowered with the scene', () => {
  const { plan, see } = sit({ fan: [] })
  plan.topUp = true
  plan.pick('pile 1')
  plan.touch(run)
  see({ canTake: false, fan: null, sides: [{ sets: [] }] as never })
  expect([plan.topUp, plan.picked, plan.target]).toEqual([false, [], ''])
})

test('s goes from set to set and back to none', () => {
  const { plan } = sit({})
  plan.nextTarget()
  expect(plan.target).toBe('B')
  plan.nextTarget()
  expect(plan.target).toBe('')
})
