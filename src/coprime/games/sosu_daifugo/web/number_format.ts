import { splitIntoRuns } from './line_numbers'
import { figureOf, groupDigits, KINDS, type Kind } from './scene'
import { parseLine, type Item } from './play_line'
import { t } from './messages'

/** Digits in the groups of the page's language. */
export const groupDigitsForPage = (digits: string): string[] => groupDigits(digits, Number(t('group')))
/** The same as one text, with thin spaces that do not break. */
export const numberText = (digits: string): string => groupDigitsForPage(digits).join('\u202f')

/** A number and its factors as one text: 1313 = 13 × 101. */
export function formulaText(items: readonly Item[]): string {
  const signs = { '=': ' = ', '*': ' × ', '^': '^' }
  return splitIntoRuns(items)
    .map(({ sign, number }) => (sign ? signs[sign] : numberText(number)))
    .join('')
}

const MANY = Array<number>(KINDS.length).fill(99)
/** The items of a line in notation, whoever holds the cards. */
export function itemsOf(line: string): readonly Item[] {
  const read = parseLine(line, MANY)
  return 'why' in read ? [] : read.items
}

/** A card in words. */
export const nameOf = (kind: Kind): string => (kind === 'X' ? t('card.joker') : figureOf(kind))
