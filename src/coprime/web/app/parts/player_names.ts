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

/** A sentence in pieces: numbers and factorisations, and what stands between them. */
export function splitSentence(text: string, names: readonly string[]): Piece[] {
  const own = names.filter((name) => /\d/.test(name)).flatMap((name) => [name, keepNumbersTogether(name)])
  const found = new RegExp([...own.map(wholeNamePattern), '\\d+\\s=\\s\\d+(?:\\s×\\s\\d+)+', '\\d+'].join('|'), 'g')
  const all: Piece[] = []
  let from = 0
  for (const { 0: part, index } of text.matchAll(found)) {
    if (own.includes(part)) continue
    all.push({ text: keepNameWithNumber(text.slice(from, index)), number: false }, { text: part, number: true })
    from = index + part.length
  }
  return [...all, { text: text.slice(from), number: false }]
}

/** A name of Japanese letters stays with its number. */
const keepNameWithNumber = (text: string) => text.replace(/(?<=[\u3040-\u9fff]) (?=[−+]?$)/, '\u00a0')

/** A number stays on the line of what it counts, or of the name that it belongs to. */
export const keepNumbersTogether = (text: string) => text.replace(/ (?=[−\d])/g, '\u00a0')

/** "Nia 1" is no part of "Nia 12". */
const wholeNamePattern = (name: string) => `(?<!\\d)${escapeRegExp(name)}(?!\\d)`

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
