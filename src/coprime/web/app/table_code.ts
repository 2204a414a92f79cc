/**
 * The code in what somebody types or pastes: a code in any case and width, with spaces or not, or a whole link to a table,
 * a class or a tournament, with what stands around it.
 */
export function parseCode(text: string): string {
  const plain = text.normalize('NFKC')
  const link = /\/(?:t|class|tournament)\/([^/?#\s]+)/i.exec(plain)
  return (link?.[1] ?? plain).replace(/[^A-Za-z0-9]/g, '').toUpperCase()
}
