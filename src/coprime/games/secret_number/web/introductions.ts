import { panel, rules, type Introduction } from '$app/table/introductions'
import { t } from './messages'

export const firstTurn = '[data-value="0"]'
export const introductions: readonly Introduction[] = [
  // What a result, an answer and a clue are for, each before the first of its kind.
  { part: 'cover', match: 1, at: '.display .may', text: t('intro.cover') },
  { part: 'answer', match: 1, at: '.hand [data-value]', text: t('intro.answer') },
  { part: 'clue', match: 1, at: '.tray .mine button', text: t('intro.clue') },
  panel(2, t('intro.panel')),
  rules(2),
]
