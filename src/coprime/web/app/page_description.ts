/** The page's description, which search engines show below its title. */
import { t } from './messages'

const LONGEST = 160 // characters; more is cut off where it is shown

/** Describe the page by a text of the rules, or as Coprime is described. */
export function describePage(text = ''): void {
  document.querySelector('meta[name=description]')?.setAttribute('content', summarizeText(text) || t('app.description'))
}

/** The text without its marks, ending with a sentence or else a word. */
export function summarizeText(text: string): string {
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`]/g, '')
  if (plain.length <= LONGEST) return plain
  const cut = plain.slice(0, LONGEST)
  const end = Math.max(cut.lastIndexOf('. ') + 1, cut.lastIndexOf('。') + 1)
  return end ? cut.slice(0, end) : `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 0) || LONGEST - 1)}…`
}
