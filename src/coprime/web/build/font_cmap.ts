/** Which characters a font has glyphs for. */

const UNICODE = 3
/** A row of the table `cmap`: platform, encoding and where the subtable is. */
const ROW = 8

/** The characters of a font in the form sfnt (TTF or OTF), as code points: the OpenType table `cmap`, formats 4 and 12. */
export function charactersOf(font: Buffer): Set<number> {
  const cmap = tableOf(font, 'cmap')
  const found = new Set<number>()
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const at = 4 + i * ROW
    if (cmap.readUInt16BE(at) === UNICODE) for (const one of subtable(cmap.subarray(cmap.readUInt32BE(at + 4)))) found.add(one)
  }
  return found
}

function tableOf(font: Buffer, tag: string): Buffer {
  const HEAD = 12
  const ENTRY = 16
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const at = HEAD + i * ENTRY
    if (font.toString('latin1', at, at + 4) !== tag) continue
    const start = font.readUInt32BE(at + 8)
    return font.subarray(start, start + font.readUInt32BE(at + 12))
  }
  throw new Error(`The font has no table ${tag}.`)
}

function subtable(table: Buffer): number[] {
  const format = table.readUInt16BE(0)
  if (format === 4) return segments(table)
  if (format === 12) return groups(table)
  // Format 14 lists variants of characters that another subtable has.
  return []
}

/** Format 4: segments of characters; the glyph is the character plus a delta, or stands in an array behind. */
function segments(table: Buffer): number[] {
  const count = table.readUInt16BE(6) / 2
  const [ends, starts, deltas, offsets] = [14, 16 + 2 * count, 16 + 4 * count, 16 + 6 * count]
  const found: number[] = []
  for (let i = 0; i < count; i++) {
    const [start, end] = [table.readUInt16BE(starts + 2 * i), table.readUInt16BE(ends + 2 * i)]
    const [delta, offset] = [table.readUInt16BE(deltas + 2 * i), table.readUInt16BE(offsets + 2 * i)]
    for (let one = start; one <= end; one++) {
      const listed = offset ? table.readUInt16BE(offsets + 2 * i + offset + 2 * (one - start)) : one
      if (listed && (listed + delta) % 0x10000) found.push(one)
    }
  }
  return found
}

/** Format 12: groups of characters with neighbouring glyphs. */
function groups(table: Buffer): number[] {
  const found: number[] = []
  for (let i = 0; i < table.readUInt32BE(12); i++) {
    const at = 16 + 12 * i
    for (let one = table.readUInt32BE(at); one <= table.readUInt32BE(at + 4); one++) found.push(one)
  }
  return found
}
