const foldName = (name: string) => name.normalize('NFKC').toLowerCase().split(/\s+/u).filter(Boolean).join(' ')
const stripNumber = (name: string) => name.replace(/[\s\d]+$/u, '')

/** Who of a class may have meant to type their own name: the same one, or one that differs by a number that only one of them has. */
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
