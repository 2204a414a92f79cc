const foldName = (name: string) => name.normalize('NFKC').toLowerCase().split(/\s+/u).filter(Boolean).join(' ')
const stripNumber = (name: string) => name.replace(/[\s\d]+$/u, '')

/** Find the name in a class that somebody may have meant: the same, or one that differs only by a number at the end of one of them. */
export function findSimilarName(typed: string, names: readonly string[]): string | undefined {
  const mine = foldName(typed)
  if (!mine) return undefined
  const same = names.find((name) => foldName(name) === mine)
  if (same !== undefined) return same
  const stem = stripNumber(mine)
  return names.find((name) => {
    const other = foldName(name)
    return stem !== '' && stripNumber(other) === stem && (mine === stem || other === stem)
  })
}
