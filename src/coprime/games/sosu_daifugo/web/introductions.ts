import { panel, rules, type Introduction } from '$app/table/introductions'
import { t } from './messages'

export const firstTurn = '.hand .place.paper'
export const introductions: readonly Introduction[] = [
  { part: 'line', match: 1, at: '.own .keys', text: t('intro.line'), isNeeded: () => true },
  rules(2),
  panel(3, t('intro.panel')),
]
