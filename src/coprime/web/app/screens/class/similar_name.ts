const folded = (name: string) => name.normalize('NFKC').toLowerCase().split(/\s+/u).filter(Boolean).join(' ')
const unnumbered = (name: string) => name.replace(/[\s\d]+$/u, '')

/** Who of a class may have meant to type their own name: the same one, or one that differs by a number that only one of them has. */
export function like(typed: string, names: readonly string[]): string | undefined {
  const mine = folded(typed)
  if (!mine) return undefined
  const same = names.find((name) => folded(name) === mine)
  if (same !== undefined) return same
  const stem = unnumbered(mine)
  return names.find((name) => {
    const other = folded(name)
    return stem !== '' && unnumbered(other) === stem && (mine === stem || other === stem)
  })
}
