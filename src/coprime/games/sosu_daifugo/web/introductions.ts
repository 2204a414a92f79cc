import { panel, rules, type Introduction } from '$app/table/introductions'
import { t } from './messages'

export const firstTurn = '.hand [data-card="5"]'
export const introductions: readonly Introduction[] = [
  // What its two bars say of a card; a first turn has none.
  { part: 'digits', match: 1, at: '.hand .two-digits', text: t('intro.digits') },
  // Folded in the first match, behind a button.
  { part: 'line', match: 2, at: '.own .keys', text: t('intro.line') },
  rules(2),
  panel(3, t('intro.panel')),
]
