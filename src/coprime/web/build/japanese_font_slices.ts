/** Which characters of a Japanese face belong together. */

const MOST = 200
const RARE = 500
const KANA = between(0x3041, 0x30ff)
const SIGNS = '…　、。〈〉《》「」『』【】〔〕〜！（），．：；？'

/**
 * Slices, each a text of its characters, every character in one of them: kana, signs and what is said first; then what
 * is said at all, most often first; then what else a name or a chat is written with.
 */
export function slicesOf({ first, all }: { first: string; all: string }): string[] {
  const start = new Set([...SIGNS, ...KANA, ...kanjiOf(first)])
  const often = byNumber(kanjiOf(all)).filter((one) => !start.has(one))
  const taken = new Set([...start, ...often])
  return [
    [...start].join(''),
    ...parts(often, MOST),
    ...parts(
      level1().filter((one) => !taken.has(one)),
      RARE,
    ),
  ]
}

/** As a @font-face rule has it: U+3041-3096, U+4E00. */
export function unicodeRange(slice: string): string {
  const runs: [number, number][] = []
  for (const point of [...slice].map((one) => one.codePointAt(0)!).sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && point === last[1] + 1) last[1] = point
    else runs.push([point, point])
  }
  const hex = (point: number) => point.toString(16).toUpperCase()
  return runs.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(',')
}

const kanjiOf = (text: string): string[] => text.match(/[\p{Script=Han}々〆]/gu) ?? []

function byNumber(all: readonly string[]): string[] {
  const count = new Map<string, number>()
  for (const one of all) count.set(one, (count.get(one) ?? 0) + 1)
  return [...count.keys()].sort((a, b) => count.get(b)! - count.get(a)! || (a < b ? -1 : 1))
}

/** The 2,965 kanji of level 1 of JIS X 0208: rows 16 to 47 of its table. */
function level1(): string[] {
  const decoder = new TextDecoder('euc-jp')
  const cells = Array.from({ length: 32 * 94 }, (_, i) => decoder.decode(Uint8Array.of(0xb0 + Math.floor(i / 94), 0xa1 + (i % 94))))
  return cells.filter((one) => /^\p{Script=Han}$/u.test(one))
}

function parts(all: readonly string[], size: number): string[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size).join(''))
}

function between(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))
}
