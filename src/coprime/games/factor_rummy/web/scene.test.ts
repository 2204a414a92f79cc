import { describe, expect, it } from 'vitest'
import { moveCardsToGroup, equationOf, isFactorSet, keepHeldCards, labelOf, productOf, SORTINGS, type CardScene } from './scene'

const card = (id: string, ...factors: number[]): CardScene => (id === 'W' ? { id, wild: true } : { id, figure: id, factors })

describe('a hand', () => {
  const hand = [card('2', 2), card('42', 2, 3, 7), card('W'), card('9', 3, 3)].map((card) => ({ id: `${card.id}#0`, card }))
  it('is sorted by value or by largest factor, wilds last', () => {
    expect(SORTINGS.value!(hand)).toEqual(['2#0', '9#0', '42#0', 'W#0'])
    expect(SORTINGS.factor!(hand)).toEqual(['2#0', '9#0', '42#0', 'W#0'])
  })
})

describe('a group', () => {
  it('is written with its largest card first', () => {
    expect(labelOf([card('6', 2, 3), card('42', 2, 3, 7), card('7', 7)])).toBe('42=6x7')
    expect(labelOf([card('W'), card('20', 2, 2, 5), card('4', 2, 2)])).toBe('20=4xW')
  })
  it('is an equation on a button only where it is true', () => {
    const [six, seven, all] = [card('6', 2, 3), card('7', 7), card('42', 2, 3, 7)]
    expect(equationOf([six, all, seven])).toBe('42 = 6 × 7')
    expect(isFactorSet([six, all, seven])).toBe(true)
    expect(isFactorSet([six, all])).toBe(false)
    expect(isFactorSet([six, all, seven, card('2', 2)])).toBe(false)
    expect(isFactorSet([six, all, card('W')])).toBe(false)
  })
  it('shows its product', () => {
    expect(productOf([card('6', 2, 3), card('42', 2, 3, 7), card('8', 2, 2, 2)])).toEqual({ answer: '42', parts: ['8', '6'], value: 48, wilds: 0 })
    expect(productOf([card('W')])).toBeNull()
  })
})

describe('groups', () => {
  const groups = [['42#0', '6#0'], ['9#0']]
  it('take cards from the hand and from each other', () => {
    expect(moveCardsToGroup(groups, ['7#0'], '0')).toEqual([['42#0', '6#0', '7#0'], ['9#0']])
    expect(moveCardsToGroup(groups, ['9#0'], '0')).toEqual([['42#0', '6#0', '9#0']])
    expect(moveCardsToGroup(groups, ['6#0', '3#0'], 'new')).toEqual([['42#0'], ['9#0'], ['6#0', '3#0']])
    expect(moveCardsToGroup(groups, ['9#0'], 'hand')).toEqual([['42#0', '6#0']])
    expect(moveCardsToGroup(groups, ['6#0'], '0')).toEqual([['42#0', '6#0'], ['9#0']])
  })
  it('keep a card while the hand has one like it', () => {
    expect(keepHeldCards([['6#1', '42#0'], ['9#0']], ['6#0', '42#0'])).toEqual([['6#0', '42#0']])
    expect(keepHeldCards([['6#1'], ['6#0']], ['6#0'])).toEqual([['6#0']])
  })
})
