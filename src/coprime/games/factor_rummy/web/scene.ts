import type { Face, HandCard } from '$app/parts'
import type { Scene } from '$app/table/contract'
import { t } from './messages'

/** What words.scene shows of Factor Rummy. */
export interface CardScene {
  /** As it stands in a label. */
  id: string
  figure?: string
  factors?: number[]
  wild?: boolean
}
export interface Group {
  cards: CardScene[]
  text: string
}
export interface Result {
  out: number
  how: string
  sum: string
  gain: number
  top: CardScene | null
  seats: { sets: Group[]; over: CardScene[]; count: number }[]
}
export interface Rummy extends Scene {
  you: number | null
  seats: { cards: number; score: number; dealer: boolean; known: CardScene[] }[]
  round: number
  target: number
  level: number
  hand: CardScene[]
  deck: number
  discards: { count: number; top: CardScene | null; all: CardScene[] | null }
  stage: '' | 'draw' | 'discard' | 'lay'
  deadwood: number | null
  /** Sets of the hand that the table shows: their cards, as labels name them. */
  found: string[][]
  laying: boolean
  clock: number | null
  result: Result | null
}

export type Sorting = 'own' | 'value' | 'factor'

/** What is printed on a card. */
export const cardFace = ({ id: _, ...card }: CardScene): Face => card

const value = (card: CardScene) => (card.wild ? Infinity : Number(card.figure))
/** The largest prime factor: cards that may belong together stand together. */
const factor = (card: CardScene) => (card.wild ? Infinity : Math.max(...(card.factors ?? [0])))

type Cards = readonly HandCard<CardScene>[]
const byValue = (a: HandCard<CardScene>, b: HandCard<CardScene>) => value(a.card) - value(b.card)
const byFactor = (a: HandCard<CardScene>, b: HandCard<CardScene>) => factor(a.card) - factor(b.card) || byValue(a, b)
const ids = (cards: Cards) => cards.map(({ id }) => id)

/** The ways of sorting that a rack keeps; one's own is none of them. */
export const SORTINGS: Record<Sorting, ((cards: Cards) => string[]) | null> = {
  own: null,
  value: (cards) => ids([...cards].sort(byValue)),
  factor: (cards) => ids([...cards].sort(byFactor)),
}

/** A card in a list of cards. */
export const word = (card: CardScene): string => (card.wild ? t('wild') : card.id)

export const cardName = (card: CardScene): string => (card.wild ? t('prime') : card.id)

/** A group as an equation in labels, its largest card first: 42=6x7. */
export function labelOf(cards: readonly CardScene[]): string {
  const rising = [...cards].sort((a, b) => value(a) - value(b))
  const answer = rising.findLast((card) => !card.wild)
  return answer
    ? `${answer.id}=${rising
        .filter((card) => card !== answer)
        .map((card) => card.id)
        .join('x')}`
    : ''
}

/** The group as people write it: 42 = 6 × 7. Its largest card stands first, whether that makes a set or not. */
export function equationOf(cards: readonly CardScene[]): string {
  const [answer, ...rest] = [...cards].sort((a, b) => Number(!!a.wild) - Number(!!b.wild) || value(b) - value(a))
  return answer ? `${cardName(answer)} = ${rest.reverse().map(cardName).join(t('times'))}` : ''
}

/** What the cards multiply to, beside the largest: the figures of the strip. */
export interface Product {
  answer: string
  parts: string[]
  value: number
  wilds: number
}
export function productOf(cards: readonly CardScene[]): Product | null {
  const natural = cards.filter((card) => !card.wild).sort((a, b) => value(b) - value(a))
  const [answer, ...rest] = natural
  if (!answer || cards.length < 2) return null
  return {
    answer: answer.figure ?? '',
    parts: rest.map((card) => card.figure ?? ''),
    value: rest.reduce((product, card) => product * value(card), 1),
    wilds: cards.length - natural.length,
  }
}

/** Do these, without a wild, multiply to the largest of them? */
export function isFactorSet(cards: readonly CardScene[]): boolean {
  const made = productOf(cards)
  return !!made && made.parts.length > 1 && !made.wilds && String(made.value) === made.answer
}

/**
 * Groups of ids, less the cards that have gone. Of equal cards the numbers change when one goes: a group keeps its card
 * as long as the hand has one like it that is in no group.
 */
export function keepHeldCards(groups: readonly string[][], ids: readonly string[]): string[][] {
  const grouped = new Set(groups.flat())
  const free = ids.filter((id) => !grouped.has(id))
  const like = (id: string) => id.slice(0, id.indexOf('#'))
  const stays = (id: string) => {
    if (ids.includes(id)) return id
    const other = free.findIndex((one) => like(one) === like(id))
    return other < 0 ? [] : free.splice(other, 1)
  }
  return groups.map((group) => group.flatMap(stays)).filter((group) => group.length > 0)
}

/** The groups after cards have been carried to one of them, to a `new` one, or back to the `hand`. */
export function moveCardsToGroup(groups: readonly string[][], ids: readonly string[], place: string): string[][] {
  const there = place === 'new' ? groups.length : place === 'hand' ? -1 : Number(place)
  const next = [...groups, []].map((group, at) => {
    const rest = group.filter((id) => !ids.includes(id))
    return at === there ? [...rest, ...ids] : rest
  })
  return next.filter((group) => group.length > 0)
}
