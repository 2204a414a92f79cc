import type { Face } from '$app/parts'
import type { Scene } from '$app/table/contract'
import { t } from './messages'

/** What words.scene shows of Prime Canasta. */
export interface CardScene extends Face {
  /** As it stands in a label. */
  id: string
  points: number
}
export interface SetScene {
  /** As it stands in a label. */
  label: string
  text: string
  /** "natural canasta, 400", or nothing. */
  title: string
  run: boolean
  cards: CardScene[]
  points: number
  bonus: number
  canasta: boolean
  mixed: boolean
  grows: boolean
  /** How a wild is named that goes to one end or the other. */
  ends: string[]
}
export interface StagedSet extends SetScene {
  /** Towards the minimum: less the card from the pile. */
  counts: number
}
export interface Sheet {
  canastas: number
  laid: number
  hand: number | null
  out: number | null
  penalty: number
}
export interface SideScene {
  name: string
  seats: number[]
  sets: SetScene[]
  made: boolean
  canastas: number
  minimum: number
  needed: number
  score: number
  sheet: Sheet
}
export interface PileCard extends CardScene {
  /** What chooses it. */
  label: string
}
export interface Act {
  label: string
  ok: boolean
  why: string
}
export interface Canasta extends Scene {
  you: number | null
  side: number | null
  partner: number | null
  seats: { cards: number; side: number; known: CardScene[]; open: CardScene[] }[]
  sides: SideScene[]
  round: number
  target: number
  strict: boolean
  level: number
  partners: boolean
  deck: number
  active: number | null
  phase: '' | 'draw' | 'choose' | 'lay' | 'answer'
  pile: { count: number; top: CardScene | null; frozen: boolean; all: (PileCard | null)[] | null }
  chosen: CardScene[]
  announced: boolean
  answer: '' | 'yes' | 'no'
  hand: CardScene[]
  stage: { sets: StagedSet[]; points: number; minimum: number; top: string | null } | null
  frozenForYou: boolean
  fan: (PileCard | null)[] | null
  acts: Act[]
  canDiscard: boolean
  canTake: boolean
  canLay: boolean
}

export function cardFace({ figure, factors, wild, name }: CardScene): Face {
  return { figure, factors, wild, name }
}

/** The cards as an equation, where they are one without a wild: 35 = 5 × 7. */
export function equationOf(cards: readonly CardScene[]): string {
  if (cards.length < 3 || cards.some(({ wild }) => wild)) return ''
  const [answer = 0, ...parts] = cards.map(({ figure }) => Number(figure)).sort((a, b) => b - a)
  return parts.reduce((product, part) => product * part, 1) === answer ? `${answer} = ${parts.reverse().join(' × ')}` : ''
}

/** A card of the hand in words, by its label. */
export const word = (id: string): string => (id === 'W' ? t('wild') : id)
