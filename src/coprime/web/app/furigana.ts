/** A part of a text; `above` is how it is read, '' where that goes without saying. */
export interface Part {
  text: string
  above: string
}

const HAN = /\p{Script=Han}|々/u
const RUN = /(?:\p{Script=Han}|々)+|(?:(?!\p{Script=Han}|々).)+/gu

/**
 * Finds words with their readings in a text, the longest first: `{"割り切": "わりき"}` reads 割り切れる as わ·り·き·れる.
 *
 * What stands above a word stands above its characters alone, not above the kana between them. A word of one character
 * is read where it stands alone: not within a longer word, but behind a known one (全部使う) and behind a number (3枚引く).
 * `counts`: the text stands behind a number.
 */
export function makeReader(words: Readonly<Record<string, string>>): (text: string, counts?: boolean) => Part[] {
  const longest = Object.keys(words).sort((a, b) => b.length - a.length)
  const found = new RegExp(longest.join('|') || '(?!)', 'uy')
  const known = new Map<string, Part[]>()
  return (text, counts = false) => {
    const parts: Part[] = []
    let read = 0
    for (let at = 0; at < text.length; at++) {
      found.lastIndex = at
      const word = found.exec(text)?.[0]
      if (!word || (word.length === 1 && !isOwnWord(text, at, read, counts))) continue
      if (at > read) parts.push({ text: text.slice(read, at), above: '' })
      if (!known.has(word)) known.set(word, splitReading(word, words[word]!))
      parts.push(...known.get(word)!)
      read = at + word.length
      at = read - 1
    }
    return read < text.length ? [...parts, { text: text.slice(read), above: '' }] : parts
  }
}

/** Whether the character at `at` is a word of its own; `read` is where the last known word ends. */
function isOwnWord(text: string, at: number, read: number, behind: boolean): boolean {
  const before = text.charAt(at - 1)
  const counts = at === 0 ? behind : /\d/.test(before)
  return (counts || at === read || !HAN.test(before)) && (counts || !HAN.test(text.charAt(at + 1)))
}

/** Longer equations may end a line, or they would not fit a narrow place. */
const LONGEST = 20

/** The equations of a sentence, each in one line. */
export const keepEquationsTogether = (text: string) =>
  text.replace(/[\dW]+(?:\s[−+×÷=]\s[\dW]+)+/g, (one) => (one.length > LONGEST ? one : one.replaceAll(' ', '\u00a0')))

const JOINER = '\u2060'

/** A function that keeps words in one line which a browser takes for two phrases; `words` has a stroke there: `捨て|札`. `#` is any digit, `[ァ-ヶ]` any of these. */
export function makeJoiner(words: string): (text: string) => string {
  const parts = words.split(' ').flatMap((word) => (word.includes('|') ? [word.replaceAll('#', '\\d').split('|')] : []))
  const found = parts.map(([before = '', after = '']) => new RegExp(`(?<=${before})(?=${after})`, 'g'))
  return (text) => found.reduce((said, place) => said.replace(place, JOINER), text)
}

/** A word in runs of characters and of kana, each of the former with its part of the reading. */
export function splitReading(word: string, reading: string): Part[] {
  const runs = word.match(RUN) ?? []
  const parts = new RegExp(`^${runs.map((run) => (HAN.test(run) ? '(.+?)' : run)).join('')}$`).exec(reading)?.slice(1)
  if (!parts) throw new Error(`${reading} does not read ${word}`)
  return runs.map((text) => ({ text, above: HAN.test(text) ? parts.shift()! : '' }))
}
