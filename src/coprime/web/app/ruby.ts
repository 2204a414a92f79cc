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
 * is no part of a longer one, except of what follows a number (3枚引く); a text may begin behind one.
 */
export function reader(words: Readonly<Record<string, string>>): (text: string) => Part[] {
  const longest = Object.keys(words).sort((a, b) => b.length - a.length)
  const found = new RegExp(longest.map(bounded).join('|') || '(?!)', 'gu')
  const known = new Map<string, Part[]>()
  return (text) => {
    const parts: Part[] = []
    let from = 0
    for (const { 0: word, index } of text.matchAll(found)) {
      if (index > from) parts.push({ text: text.slice(from, index), above: '' })
      if (!known.has(word)) known.set(word, split(word, words[word]!))
      parts.push(...known.get(word)!)
      from = index + word.length
    }
    return from < text.length ? [...parts, { text: text.slice(from), above: '' }] : parts
  }
}

function bounded(word: string): string {
  if (word.length > 1) return word
  const han = `(?:${HAN.source})`
  return `(?<=^|\\d)${word}|(?<!${han})${word}(?!${han})`
}

/** A word in runs of characters and of kana, each of the former with its part of the reading. */
export function split(word: string, reading: string): Part[] {
  const runs = word.match(RUN) ?? []
  const parts = new RegExp(`^${runs.map((run) => (HAN.test(run) ? '(.+?)' : run)).join('')}$`).exec(reading)?.slice(1)
  if (!parts) throw new Error(`${reading} does not read ${word}`)
  return runs.map((text) => ({ text, above: HAN.test(text) ? parts.shift()! : '' }))
}
