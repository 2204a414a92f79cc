import { panel, rules, strokes, type Introduction } from '$app/table/introductions'
import { t } from './messages'

export const firstTurn = '.hand [data-card^="22#"]'
/** "0 of 100" and "frozen" are explained where they stand, before anything else. */
export const introductions: readonly Introduction[] = [
  { part: 'stage', match: 1, at: '.stage .meter', text: t('intro.stage') },
  { part: 'frozen', match: 1, at: '.frozen', text: t('intro.frozen') },
  strokes(1),
  panel(2, t('intro.panel')),
  rules(2),
]
