import { formatList } from '$app/number_format'
import type { Face, Facts } from '$app/parts'
import type { Scene } from '$app/table/contract'
import { shown } from './clue_setting.svelte'
import { t } from './messages'

/** What words.scene shows of Prime Daifugo Lv. 0. */
export interface CardScene {
  /** As it stands in a label. */
  id: string
  text: string
  power: string
  factors: number[]
  values: { label: string; number: number }[]
  /** How it is called, but for its power. */
  name: string
  /** Of a number card: what is printed beside the number. */
  print?: Facts
  /** It carries the sign for three cards. */
  icon?: boolean
  /** What was printed on a card of several numbers that has been given one. */
  multi?: string
  fits?: boolean
}
export interface Daifugo extends Scene {
  you: number | null
  /** `passed`: has had its turn since the last play. */
  seats: { cards: number; wins: number; seen: string[]; passed: boolean }[]
  game: number
  toWin: number
  hand: CardScene[]
  deck: number
  discards: { count: number; top: CardScene | null; all: CardScene[] | null }
  area: { cards: CardScene[]; number: number; owner: number; drawTwo: boolean } | null
  actions: { label: string; ok: boolean; why: string }[]
  discarding: boolean
  canPlay: boolean
  count: number
  above: number
  assist: 'none' | 'clues' | 'show_primes' | 'table'
  /** The table of primes may be looked at now. */
  sheet: boolean
  /** What stands on the hint cards. */
  hints: { ten: number[]; twelve: number[]; never_last: number[]; largest: number; three: number }
  primes?: { label: string; number: number }[]
}
export interface Judgement {
  number: number
  prime: boolean
  factors: number[]
  cards: CardScene[]
  seat: number
  then: string
}

/** A card of words differs from one of figures: it has no digit. */
export const hasNoDigit = (card: CardScene): boolean => !/\d/.test(card.text)

/** What is printed on a card. */
export function cardFace(card: CardScene, lines = true): Face {
  const words = hasNoDigit(card)
  const power = card.multi ?? card.power
  const print = shown.print ? card.print : undefined
  return {
    figure: words ? '' : card.text,
    word: words ? wordOf(card) : '',
    power,
    trio: card.icon ?? false,
    factors: lines ? card.factors : [],
    print,
    note: markOf(card),
    name: print ? formatList([card.name, ...spoken(print, card.factors.length > 0)]) : card.name,
  }
}

/** What is printed on a card, in words; its factors may have said already that it is a prime. */
function spoken({ prime, copies, clues, more }: Facts, said: boolean): string[] {
  return [
    prime && !said ? t('print.prime') : '',
    t('print.copies', { n: copies }),
    clues.length ? t('print.with', { some: formatClues(clues, more), more }) : '',
  ].filter(Boolean)
}

function wordOf(card: CardScene): string {
  return card.id === 'D' ? t('card.d') : card.id === 'SKIP' ? t('card.skip') : card.text
}

/** "2, 13" or "3 and 9": with others to follow, or not. */
export const formatClues = (clues: readonly number[], more: number) => (more ? formatList(clues) : formatList(clues, t('and')))

/** What the sign on a card means; '' on a card without one. */
export function markOf(card: CardScene): string {
  if (card.icon) return t('mark.icon')
  return card.id === '10' ? t('mark.10') : card.id === '12' ? t('mark.12') : ''
}

export function count(n: number): string {
  return n === 2 ? t('count.2') : n === 3 ? t('count.3') : t('count', { n })
}
