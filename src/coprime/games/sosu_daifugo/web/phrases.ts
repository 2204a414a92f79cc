/** What is said beside the line and on the dark button. */
import type { Lack } from './play_check'
import { costOf, isJokersAlone } from './play_check'
import type { Entry } from './play_entry.svelte'
import { isCard, type Line } from './play_line'
import { readLine, UNKNOWN, type Reading } from './line_numbers'
import { figureOf, type Kind, type Sosu } from './scene'
import { t } from './messages'
import { itemsOf, nameOf, numberText } from './number_format'

/** A number of more digits is told by its length: beside the line, and on the button. */
const [LONG, WIDE] = [8, 12]

/** So many cards of a play that came back are named. */
const MOST_NAMED = 7

const short = (number: string, most = LONG) => (number.length > most ? t('digits', { n: number.length }) : numberText(number))

/** What a play has to be: "two cards, above 1213". */
export function askedText({ wanted }: Sosu, { shown }: Reading): string {
  if (wanted.plain) return t('asked.last', { n: wanted.count })
  if (!wanted.beatable) return t('asked.joker')
  const count = t('count', { n: shown || wanted.count })
  if (!wanted.count) return shown ? t('asked.open', { count }) : ''
  return t(wanted.below ? 'asked.below' : 'asked.above', { count, number: short(wanted.below || wanted.above) })
}

/** What a failed play costs, or what a special number does. */
export function costText(scene: Sosu, line: Line): string {
  const of = readLine(line)
  const { wanted } = scene
  if (!of.shown || wanted.plain || (wanted.count && wanted.count !== of.shown)) return ''
  if (isJokersAlone(line, of, wanted)) return t('cost.joker')
  if (!of.factors && scene.rules.cut && of.number === '57' && of.shown === 2) return t('cost.cut')
  if (!of.factors && scene.rules.turn && of.number === '1729' && of.shown === 4) return t('cost.turn')
  const { shown, factors, drawn } = costOf(line, scene)
  if (drawn < shown + factors) return t('cost.all', { n: drawn })
  return factors ? t('cost.factors', { shown, factors }) : t('cost', { n: shown })
}

/** What the dark button lacks. */
export function lackText(lack: Exclude<Lack, ''>, { wanted }: Sosu): string {
  const bound = wanted.below || wanted.above
  const number = bound && short(bound)
  return t(`lack.${lack}`, { n: wanted.count, most: wanted.most, number, all: wanted.count })
}

/** What the dark button plays. */
export const playText = ({ number }: Reading, joker: boolean): string => (joker ? '∞' : short(number, WIDE))

/** What was done to the line last, and what it says now, for a screen reader. */
export function changeText(entry: Entry): string {
  const { what, kind } = entry.done
  const { number, shown, factors } = entry.reading
  const card = kind ? nameOf(kind as Kind) : ''
  const said = what === 'laid' ? t('said.laid', { card }) : what === 'out' && card ? t('said.out', { card }) : what === 'value' ? t('said.value', { card }) : ''
  const line = entry.line.items.length
    ? t(factors ? 'said.factors' : 'said.line', { number: number.replaceAll(UNKNOWN, 'X'), count: t('count', { n: shown }), n: factors })
    : t('said.empty')
  const at = entry.line.caret
  const place = what === 'place' && at < entry.line.items.length ? t('said.place', { place: at + 1, of: entry.line.items.length }) : ''
  return [said, place, line].filter(Boolean).join(' ')
}

/** The cards of a play that came back: few one by one, many by their number. */
export function backText(line: string): string {
  const cards = itemsOf(line).filter(isCard)
  return cards.length > MOST_NAMED ? t('count', { n: cards.length }) : cards.map(({ sign }) => figureOf(sign)).join(' ')
}
