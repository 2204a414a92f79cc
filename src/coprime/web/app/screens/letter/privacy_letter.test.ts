import { describe, expect, test } from 'vitest'
import { fetchLetter, LETTERS, parseLetter, type Block, type Piece } from './privacy_letter'

const piecesOf = (block: Block): Piece[] =>
  block.kind === 'list' ? block.items.flat() : block.kind === 'table' ? [...block.head, ...block.rows.flat()].flat() : block.pieces

test('a letter is parted into what is drawn', () => {
  const letter = parseLetter(
    '# Kept\n\n[日本語](other.md)\n\nA letter.\nOf two pages.\n\n## What\nA **name**: _____\n\n| a | b |\n|---|---|\n| 1 | `2` |\n\n- one\n  and more\n- two',
  )
  expect(letter.title).toBe('Kept')
  expect(letter.about).toEqual([{ kind: 'text', text: 'A letter. Of two pages.' }])
  expect(letter.blocks.map(({ kind }) => kind)).toEqual(['heading', 'text', 'table', 'list'])
  expect(letter.blocks[1]).toMatchObject({ pieces: [{ text: 'A ' }, { kind: 'bold', text: 'name' }, { text: ': ' }, { kind: 'blank' }] })
  expect(letter.blocks[2]).toMatchObject({ head: [[{ text: 'a' }], [{ text: 'b' }]], rows: [[[{ text: '1' }], [{ kind: 'code', text: '2' }]]] })
  expect(letter.blocks[3]).toMatchObject({ items: [[{ text: 'one and more' }], [{ text: 'two' }]] })
})

test('between Japanese lines stands no blank', () => {
  expect(parseLetter('# あ\n\nい。\nう。').about).toEqual([{ kind: 'text', text: 'い。う。' }])
})

describe.each(LETTERS)('the letter in %s', (language) => {
  test('uses no mark that is not drawn', async () => {
    const letter = await fetchLetter(language)
    const texts = [...letter.about, ...letter.blocks.flatMap(piecesOf)].map(({ text }) => text)
    expect([letter.title, ...texts].filter((text) => /[*`_[\]|#]|\n/.test(text))).toEqual([])
    expect(letter.about.length).toBeGreaterThan(0)
  })

  test('has the parts of the other ones', async () => {
    const [own, reference] = [await fetchLetter(language), await fetchLetter('en')]
    const kinds = ({ blocks }: typeof own, kind: Block['kind']) => blocks.filter((one) => one.kind === kind).length
    for (const kind of ['heading', 'list', 'table'] as const) expect(kinds(own, kind), kind).toBe(kinds(reference, kind))
    const rows = ({ blocks }: typeof own) => blocks.flatMap((one) => (one.kind === 'table' ? [one.rows.length] : one.kind === 'list' ? [one.items.length] : []))
    expect(rows(own)).toEqual(rows(reference))
    const blanks = ({ blocks }: typeof own) => blocks.flatMap(piecesOf).filter(({ kind }) => kind === 'blank').length
    expect(blanks(own)).toBe(blanks(reference))
  })
})

test('there is a letter in both languages', () => expect(LETTERS).toEqual(['en', 'ja']))
