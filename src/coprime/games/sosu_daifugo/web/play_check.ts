/** What the dark button lacks, of what anybody at the table sees: form, count and size, never whether a number is prime. */
import { hasFactors, isJoker, type Line } from './play_line'
import { readLine, splitIntoRuns, type Reading } from './line_numbers'
import type { Sosu, Wanted } from './scene'

/** '' for what may be played; else a key of the messages. */
export type Lack = '' | 'empty' | 'value' | 'alone' | 'unread' | 'zero' | 'count' | 'most' | 'above' | 'below' | 'joker' | 'whole'

/** What a line lacks to be taken by the table, which says what it wants; the server has the last word. */
export function lackOf(line: Line, { wanted }: Pick<Sosu, 'wanted'>): Lack {
  const of = readLine(line)
  if (!line.items.length) return 'empty'
  const alone = isJokersAlone(line, of, wanted)
  if (!alone && of.open) return 'value'
  if (!alone && of.lone && wanted.alone.includes(1)) return 'alone'
  const form = formOf(line)
  if (form) return form
  if (wanted.plain) return of.factors || of.shown !== wanted.count ? 'whole' : ''
  if (wanted.count && of.shown !== wanted.count) return 'count'
  if (!wanted.beatable) return 'joker'
  if (alone) return ''
  if (wanted.most && of.shown > wanted.most) return 'most'
  const number = BigInt(of.number)
  if (wanted.below) return number < BigInt(wanted.below) ? '' : 'below'
  return !wanted.above || number > BigInt(wanted.above) ? '' : 'above'
}

/** Jokers without values are the whole play, and the table takes so many. */
export const isJokersAlone = (line: Line, of: Reading, wanted: Wanted): boolean =>
  line.items.every((one) => isJoker(one) && one.value === null) && wanted.alone.includes(of.shown)

function formOf(line: Line): Lack {
  const parts = splitIntoRuns(line.items)
  const broken = parts.some(({ sign }, at) => sign && (parts[at - 1]?.sign !== '' || parts[at + 1]?.sign !== ''))
  const early = parts.some(({ sign }, at) => (sign === '*' || sign === '^') && !parts.slice(0, at).some((one) => one.sign === '='))
  if (broken || early || parts.filter(({ sign }) => sign === '=').length > 1) return 'unread'
  return parts.some(({ sign, number }) => !sign && number.startsWith('0')) ? 'zero' : ''
}

/** What a failed play costs: cards for what is shown and for the factors, and in all no more than the deck holds. */
export function costOf(line: Line, { rules, deck }: Sosu): { shown: number; factors: number; drawn: number } {
  const of = readLine(line)
  const shown = rules.penalty === 'one' ? 1 : of.shown
  const factors = rules.penalty === 'all' && hasFactors(line) ? of.factors : 0
  return { shown, factors, drawn: rules.free ? 0 : Math.min(deck, shown + factors) }
}
