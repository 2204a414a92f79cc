/** The privacy letter, docs/privacy-letter.md: fetched by language, and parted into what is drawn. */
import { REFERENCE } from '$app/language'

const files = import.meta.glob<string>('../../../../../../docs/privacy-letter*.md', { query: '?raw', import: 'default' })

/** The file of a language: `privacy-letter.md` is the reference, `privacy-letter.ja.md` another. */
const languageOf = (file: string): string => /privacy-letter\.(\w+)\.md$/.exec(file)?.[1] ?? REFERENCE

/** The languages in which there is a letter. */
export const LETTERS: readonly string[] = Object.keys(files)
  .map(languageOf)
  .sort((one, other) => Number(other === REFERENCE) - Number(one === REFERENCE) || one.localeCompare(other))

export async function fetchLetter(language: string): Promise<Letter> {
  const file = Object.keys(files).find((one) => languageOf(one) === language)
  return parseLetter((await files[file!]?.()) ?? '')
}

/** A part of a line: words, words that stand out, something to type, or a line to be filled in by hand. */
export interface Piece {
  kind: 'text' | 'bold' | 'code' | 'blank'
  text: string
}
export type Block =
  | { kind: 'heading'; pieces: Piece[] }
  | { kind: 'text'; pieces: Piece[] }
  | { kind: 'list'; items: Piece[][] }
  | { kind: 'table'; head: Piece[][]; rows: Piece[][][] }
export interface Letter {
  title: string
  /** What it is, for whoever prints it; no part of what is printed. */
  about: Piece[]
  blocks: Block[]
}

/** A line follows another one: between Japanese lines stands no blank. */
const joined = (lines: readonly string[]): string => lines.reduce((all, line) => (/[\u3000-\u9fff\uff00-\uffef]$/.test(all) ? all + line : `${all} ${line}`))

function piecesOf(line: string): Piece[] {
  return line
    .split(/(\*\*[^*]+\*\*|`[^`]+`|_{5,})/)
    .filter(Boolean)
    .map((part): Piece => {
      if (part.startsWith('**')) return { kind: 'bold', text: part.slice(2, -2) }
      if (part.startsWith('`')) return { kind: 'code', text: part.slice(1, -1) }
      return part.startsWith('_____') ? { kind: 'blank', text: '' } : { kind: 'text', text: part }
    })
}

const cellsOf = (line: string): Piece[][] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => piecesOf(cell.trim()))

/** A letter in the marks that it uses: headings, paragraphs, lists, tables, bold, code, and lines to fill in. */
export function parseLetter(text: string): Letter {
  const blocks: Block[] = []
  let title = ''
  // A heading ends what stands before it, with or without an empty line.
  for (const part of text.trim().split(/\n{2,}|\n(?=#)|(?<=^#+ [^\n]*)\n/m)) {
    const lines = part.trim().split('\n')
    const [first = ''] = lines
    if (first.startsWith('# ')) title = first.slice(2)
    else if (first.startsWith('#')) blocks.push({ kind: 'heading', pieces: piecesOf(first.replace(/^#+ /, '')) })
    else if (first.startsWith('|')) {
      const [head = [], , ...rows] = lines.map(cellsOf)
      blocks.push({ kind: 'table', head, rows })
    } else if (first.startsWith('- ')) {
      const items = part.trim().split(/\n(?=- )/)
      blocks.push({
        kind: 'list',
        items: items.map((item) =>
          piecesOf(
            joined(
              item
                .slice(2)
                .split('\n')
                .map((line) => line.trim()),
            ),
          ),
        ),
      })
    }
    // A line that is nothing but a link leads to the letter in another language: the page has links of its own.
    else if (first && !/^\[[^\]]+\]\([^)]+\)$/.test(part.trim())) blocks.push({ kind: 'text', pieces: piecesOf(joined(lines)) })
  }
  const [about, ...rest] = blocks
  return { title, about: about?.kind === 'text' ? about.pieces : [], blocks: rest }
}
