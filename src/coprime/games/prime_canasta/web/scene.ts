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

/** Cards that a pile has before it can be taken at all: until then nobody needs to know whether it is frozen. */
export const FEWEST_TAKEN = 3

export function cardFace({ figure, factors, wild, name }: CardScene): Face {
  return { figure, factors, wild, name }
}

/** Lengths in px of a small screen: a set's first card with its margins, what is seen of a further one, each of its digits, the words before the sets, a row. */
const [FIRST, FURTHER, DIGIT, WORDS, ROW] = [46, 10, 9, 44, 50]

/** Whether sets have room for their cards side by side; else they are packs. A canasta is one always, as on a table. */
export function fitSpread(sets: readonly SetScene[], wide: number, high: number): boolean {
  const width = ({ cards, canasta }: SetScene) =>
    cards.slice(1).reduce((sum, { figure }) => sum + (canasta ? 0 : FURTHER + DIGIT * String(figure).length), canasta ? FIRST * 1.7 : FIRST)
  const rows = Math.max(1, Math.floor(high / ROW))
  // Rows end with what does not fit any more.
  return sets.reduce((sum, one) => sum + width(one), WORDS) <= wide * rows - (rows - 1) * FIRST * 2
}

/** Lengths in px of a mat on a small screen: a line of the others' sets, one's own sets or what is to become them, and all that is between. */
const [THEIRS, OWN, BETWEEN] = [32, 62, 20]

/** How wide the cards of both piles are: they take the height that is left, and leave the words beside them their width. */
export function pileWidth(wide: number, high: number, sides: number): number {
  const left = high - BETWEEN - OWN - THEIRS * (sides > 3 ? 2 : 1)
  return Math.round(Math.max(44, Math.min(92, wide * 0.19, left / 1.36)))
}

/** The cards as an equation, where they are one without a wild: 35 = 5 × 7. */
export function equationOf(cards: readonly CardScene[]): string {
  if (cards.length < 3 || cards.some(({ wild }) => wild)) return ''
  const [answer = 0, ...parts] = cards.map(({ figure }) => Number(figure)).sort((a, b) => b - a)
  return parts.reduce((product, part) => product * part, 1) === answer ? `${answer} = ${parts.reverse().join(' × ')}` : ''
}

/** A card of the hand in words, by its label. */
export const word = (id: string): string => (id === 'W' ? t('wild') : id)
