/** Which part of a page of rules is drawn while the page begins: a line or a row at a time, since a table of cards takes a phone as long as a section. */
import type { Block } from '$app/api'

/** What a row takes to draw, in lines of text: each card, space or die is about one. */
const weighRow = (row: object): number => 1 + ('drawn' in row && Array.isArray(row.drawn) ? row.drawn.length : 0)

export function weighBlock(block: Block): number {
  if (block.kind === 'list') return block.items.length
  return 'rows' in block ? block.rows.reduce((sum: number, row) => sum + weighRow(row), 0) : 1
}

const weighBlocks = (blocks: readonly Block[]): number => blocks.reduce((sum, block) => sum + weighBlock(block), 0)
export const weighSections = (sections: readonly { blocks: readonly Block[] }[]): number => sections.reduce((sum, { blocks }) => sum + weighBlocks(blocks), 0)

/** The first rows of a block, up to that weight and at least one. */
function takeRows(block: Block, weight: number): Block {
  if (block.kind === 'list') return { ...block, items: block.items.slice(0, weight) }
  if (!('rows' in block)) return block
  let left = weight
  return { ...block, rows: (block.rows as object[]).filter((row) => left > 0 && ((left -= weighRow(row)), true)) } as Block
}

/** The sections from the first on, up to that weight. What is whole is the same object, so that nothing of it is drawn again. */
export function takeBegun<S extends { blocks: readonly Block[] }>(sections: readonly S[], weight: number): S[] {
  const found: S[] = []
  let left = weight
  for (const section of sections) {
    if (left <= 0) break
    const whole = weighBlocks(section.blocks)
    if (whole <= left) found.push(section)
    else {
      const blocks: Block[] = []
      for (let i = 0, rest = left; rest > 0; i++) {
        const block = section.blocks[i]!
        blocks.push(weighBlock(block) <= rest ? block : takeRows(block, rest))
        rest -= weighBlock(block)
      }
      found.push({ ...section, blocks })
    }
    left -= whole
  }
  return found
}
