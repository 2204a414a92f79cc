import { panel, rules, type Introduction } from '$app/table/introductions'
import { t } from './messages'

export const firstTurn = '.hand [data-card="5"]'
export const introductions: readonly Introduction[] = [
  // Folded in the first match, behind a button.
  { part: 'line', match: 2, at: '.own .keys', text: t('intro.line') },
  rules(2),
  panel(3, t('intro.panel')),
]
