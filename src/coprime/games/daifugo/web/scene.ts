import type { Face, Suit } from '$app/parts'
import type { Scene } from '$app/table/contract'

/** What words.scene shows of Daifugo. */
export interface CardScene {
  /** As it stands in a label. */
  id: string
  rank: string
  suit: '' | 's' | 'h' | 'd' | 'c'
  joker: boolean
  name: string
  fits?: boolean
}
export interface Pair {
  poor: number
  rich: number
  count: number
  chosen: boolean
  up: CardScene[]
  down: CardScene[]
}
export interface RuleScene {
  title: string
  text: string
  rule: string
  example: CardScene[][]
}
export interface Daifugo extends Scene {
  you: number | null
  phase: 'deal' | 'exchange' | 'play' | 'over'
  seats: {
    cards: number
    rank: string
    /** What the rank means: "second of 4". */
    standing: string
    /** The crown that goes with it. */
    crown: '' | 'whole' | 'bare'
    first: boolean
    passed: boolean
    points: number
    place: string
    exiled: boolean
  }[]
  order: number[]
  hand: CardScene[]
  pit: { cards: CardScene[]; owner: number; text: string; count: number; kind: string } | null
  /** The rank to beat, as it stands in `ranks`; '' where nothing lies, 'Jo' where jokers do. */
  bar: string
  jokers: number
  reversed: boolean
  /** A jack has turned the order until the cards are cleared. */
  back: boolean
  /** Only the next rank may follow. */
  stepped: boolean
  ranks: string[]
  lock: { suits: Suit[]; text: string } | null
  canPass: boolean
  stuck: boolean
  exchange: { pairs: Pair[]; give: number } | null
  rules: RuleScene[]
  hands: number
  length: number
  chart: { from: number; lines: number[][] }
  raised?: { plays: Reading[]; sentence: string; rule: string }
}
/** What raised cards can be played as. */
export interface Reading {
  label: string
  text: string
  /** What its jokers stand for, in words and as drawn. */
  as: string
  stands: { rank: string; suit: Suit | '' }[]
}
/** A play as the log tells it. */
export interface Played {
  seat: number
  cards: CardScene[]
  lead: boolean
  turned: boolean
  cut: boolean
  locked: Suit[]
}

/** What is printed on a card. A joker in a play shows what it stands for. */
export function cardFace(card: CardScene): Face {
  if (!card.joker) return { figure: card.rank, suit: card.suit as Suit, name: card.name }
  return { figure: card.rank || 'Jo', suit: 'joker', name: card.name }
}
