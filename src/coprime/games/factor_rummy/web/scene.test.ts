import { describe, expect, it } from 'vitest'
import { carried, copies, kept, labelOf, productOf, sorted, type CardScene } from './scene'

const card = (id: string, ...factors: number[]): CardScene => (id === 'W' ? { id, wild: true } : { id, figure: id, factors })

describe('a hand', () => {
  const hand = copies([card('2', 2), card('42', 2, 3, 7), card('W'), card('2', 2), card('9', 3, 3)])
  it('tells equal cards apart', () => {
    expect(hand.map(({ id }) => id)).toEqual(['2#0', '42#0', 'W#0', '2#1', '9#0'])
  })
  it('is sorted by value or by largest factor, wilds last', () => {
    expect(sorted(hand, 'value')).toEqual(['2#0', '2#1', '9#0', '42#0', 'W#0'])
    expect(sorted(hand, 'factor')).toEqual(['2#0', '2#1', '9#0', '42#0', 'W#0'])
    expect(sorted(hand, 'own')).toEqual([])
  })
})

describe('a group', () => {
  it('is written with its largest card first', () => {
    expect(labelOf([card('6', 2, 3), card('42', 2, 3, 7), card('7', 7)])).toBe('42=6x7')
    expect(labelOf([card('W'), card('20', 2, 2, 5), card('4', 2, 2)])).toBe('20=4xW')
  })
  it('shows its product', () => {
    expect(productOf([card('6', 2, 3), card('42', 2, 3, 7), card('8', 2, 2, 2)])).toEqual({ answer: '42', parts: ['8', '6'], value: 48, wilds: 0 })
    expect(productOf([card('W')])).toBeNull()
  })
})

describe('groups', () => {
  const groups = [['42#0', '6#0'], ['9#0']]
  it('take cards from the hand and from each other', () => {
    expect(carried(groups, ['7#0'], '0')).toEqual([['42#0', '6#0', '7#0'], ['9#0']])
    expect(carried(groups, ['9#0'], '0')).toEqual([['42#0', '6#0', '9#0']])
    expect(carried(groups, ['6#0', '3#0'], 'new')).toEqual([['42#0'], ['9#0'], ['6#0', '3#0']])
    expect(carried(groups, ['9#0'], 'hand')).toEqual([['42#0', '6#0']])
    expect(carried(groups, ['6#0'], '0')).toEqual([['42#0', '6#0'], ['9#0']])
  })
  it('keep a card while the hand has one like it', () => {
    expect(kept([['6#1', '42#0'], ['9#0']], ['6#0', '42#0'])).toEqual([['6#0', '42#0']])
    expect(kept([['6#1'], ['6#0']], ['6#0'])).toEqual([['6#0']])
  })
})
