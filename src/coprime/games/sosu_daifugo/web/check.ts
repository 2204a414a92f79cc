/** What the dark button lacks, of what anybody at the table sees: form, count and size, never whether a number is prime. */
import { hasFactors, isJoker, type Line } from './line'
import { read, runs, type Reading } from './reading'
import type { Sosu } from './scene'

/** '' for what may be played; else a key of the messages. */
export type Lack = '' | 'empty' | 'value' | 'alone' | 'unread' | 'zero' | 'count' | 'most' | 'above' | 'below' | 'joker' | 'whole'

/** What a line lacks to be taken by the table; the server has the last word. */
export function lackOf(line: Line, scene: Sosu): Lack {
  const { area, rules } = scene
  const of = read(line)
  if (!line.items.length) return 'empty'
  if (playsJokers(line, of, scene)) return area?.joker ? 'joker' : area && area.count !== of.shown ? 'count' : ''
  if (of.open) return 'value'
  if (of.lone && rules.lone && !scene.last) return 'alone'
  const form = formOf(line)
  if (form) return form
  if (scene.last) return of.factors || of.shown !== scene.seats[scene.you ?? 0]!.cards ? 'whole' : ''
  if (area && of.shown !== area.count) return 'count'
  if (rules.most && of.shown > rules.most) return 'most'
  if (!area) return ''
  if (area.joker) return 'joker'
  const [mine, last] = [BigInt(of.number), BigInt(area.number)]
  if (scene.revolution) return mine < last ? '' : 'below'
  return mine > last ? '' : 'above'
}

/** Jokers without values are the whole play, and the table knows such a play. */
export function playsJokers(line: Line, of: Reading, { rules, last }: Sosu): boolean {
  if (last || !line.items.length || !line.items.every((one) => isJoker(one) && one.value === null)) return false
  return of.shown === 1 ? rules.lone : of.shown === 2 && rules.pair
}

function formOf(line: Line): Lack {
  const parts = runs(line.items)
  const broken = parts.some(({ sign }, at) => sign && (parts[at - 1]?.sign !== '' || parts[at + 1]?.sign !== ''))
  const early = parts.some(({ sign }, at) => (sign === '*' || sign === '^') && !parts.slice(0, at).some((one) => one.sign === '='))
  if (broken || early || parts.filter(({ sign }) => sign === '=').length > 1) return 'unread'
  return parts.some(({ sign, number }) => !sign && number.startsWith('0')) ? 'zero' : ''
}

/** What a failed play costs: cards for what is shown and for the factors, and in all no more than the deck holds. */
export function costOf(line: Line, { rules, deck }: Sosu): { shown: number; factors: number; drawn: number } {
  const of = read(line)
  const shown = rules.penalty === 'one' ? 1 : of.shown
  const factors = rules.penalty === 'all' && hasFactors(line) ? of.factors : 0
  return { shown, factors, drawn: rules.free ? 0 : Math.min(deck, shown + factors) }
}
