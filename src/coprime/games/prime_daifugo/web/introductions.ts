import { panel, rules, strokes, type Introduction } from '$app/table/introductions'
import type { Daifugo } from './scene'
import { t } from './messages'

export const firstTurn = '.hand [data-card^="4#"]'
export const introductions: readonly Introduction[] = [
  strokes(2),
  rules(2),
  { part: 'powers', match: 3, at: '.hand .card .pw', text: t('intro.powers') },
  { part: 'clues', match: 4, at: '.hand .card .foot, .hand .card .edge', text: t('intro.clues'), isNeeded: ({ count }: Daifugo) => count === 3 },
  panel(4, t('intro.panel')),
]
