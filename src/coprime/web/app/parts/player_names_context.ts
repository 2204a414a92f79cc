import { getContext, setContext } from 'svelte'

const key = Symbol('names')
type Names = () => readonly string[]

/** Says who is at the table, so that the number in "Osprey 94" is set as a part of the name. */
export const provideNames = (names: Names): Names => setContext(key, names)

export const useNames = (): Names => getContext<Names | undefined>(key) ?? (() => [])

/** A name and the number that tells it from the same name of somebody else: "Anna (2)" is "Anna" and " (2)". */
export function splitNumberedName(name: string): { stem: string; number: string } {
  const number = / \(\d+\)$/.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - number.length), number }
}

export interface Piece {
  text: string
  number: boolean
}

/** A number, in groups of three or four digits or in one. */
const NUMBER = '(?:\\d{1,3}(?:\\s\\d{3})+|\\d{1,4}(?:\\s\\d{4})+|\\d+)(?!\\d)'

/** Numbers and letters with equals signs, factors and powers between them: "511 = 7 × 73", "KK = A3 × TX", or one of them alone. */
const TERM = `(?:${NUMBER}(?![A-Z])|[\\dA-Z]*\\d[\\dA-Z]*|[A-Z]+(?=\\s[=×]\\s|\\^))`
const EXPRESSION = `(?<![\\dA-Z])${TERM}(?:(?:\\s[=×]\\s|\\^)(?:${TERM}|[A-Z]+))*`

/** A number of few digits with its prime factors, which is drawn over their strokes. */
export const isFactorisation = (text: string): boolean => /^\d+\s=\s\d+(?:\s×\s\d+)+$/.test(text)

/** A sentence in pieces: numbers and factorisations, and what stands between them. Digits among letters, as in TX6K, name cards. */
export function splitSentence(text: string, names: readonly string[]): Piece[] {
  const own = names.filter((name) => /\d/.test(name)).flatMap((name) => [name, keepNumbersTogether(name)])
  const found = new RegExp([...own.map(wholeNamePattern), EXPRESSION].join('|'), 'g')
  const all: Piece[] = []
  let from = 0
  for (const { 0: part, index } of text.matchAll(found)) {
    if (own.includes(part) || /[A-Z]/.test(part)) continue
    for (const number of isFactorisation(part) ? [{ 0: part, index: 0 }] : part.matchAll(new RegExp(NUMBER, 'g'))) {
      const at = index + number.index
      all.push({ text: keepNameWithNumber(text.slice(from, at)), number: false }, { text: number[0], number: true })
      from = at + number[0].length
    }
  }
  return [...all, { text: text.slice(from), number: false }]
}

/** A name of Japanese letters stays with its number. */
const keepNameWithNumber = (text: string) => text.replace(/(?<=[\u3040-\u9fff]) (?=[−+]?$)/, '\u00a0')

/** A number stays on the line of what it counts, or of the name that it belongs to. */
export const keepNumbersTogether = (text: string) => text.replace(/ (?=[−\d])/g, '\u00a0')

/** A line ends within a number of many groups alone: "12 611" stays whole. */
export const keepGroupsTogether = (number: string) => (number.length > LONGEST_WHOLE ? number : number.replace(/\s/g, '\u202f'))
const LONGEST_WHOLE = 15

/** "Nia 1" is no part of "Nia 12". */
const wholeNamePattern = (name: string) => `(?<!\\d)${escapeRegExp(name)}(?!\\d)`

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
