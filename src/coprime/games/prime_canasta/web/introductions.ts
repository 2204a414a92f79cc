import { panel, rules, strokes, type Introduction } from '$app/table/introductions'
import { t } from './messages'
import { FEWEST_TAKEN, type Canasta } from './scene'

export const firstTurn = '.hand [data-card^="22#"]'
const hasLaid = ({ side, sides }: Canasta) => side !== null && !!sides[side]?.sets.length
const hasTaken = (before: Canasta, now: Canasta) => before.you !== null && before.active === before.you && now.pile.count < before.pile.count

/** "0 of 100" and "frozen" are explained where they stand, until somebody has laid sets, and has taken a pile. */
export const introductions: readonly Introduction[] = [
  {
    part: 'stage',
    match: 1,
    at: '.stage',
    text: t('intro.stage'),
    lasts: { isTimely: ({ phase }: Canasta) => phase === 'lay', isUnderstood: (_: Canasta, now: Canasta) => hasLaid(now) },
  },
  {
    part: 'frozen',
    match: 1,
    at: '.frozen',
    text: t('intro.frozen'),
    lasts: { isTimely: ({ phase, pile }: Canasta) => phase === 'draw' && pile.count >= FEWEST_TAKEN && !pile.frozen, isUnderstood: hasTaken },
  },
  {
    part: 'frozen.wild',
    match: 1,
    at: '.frozen',
    text: t('intro.frozen.wild'),
    lasts: { isTimely: ({ phase, pile }: Canasta) => phase === 'draw' && pile.count >= FEWEST_TAKEN && pile.frozen, isUnderstood: hasTaken },
  },
  strokes(1),
  panel(2, t('intro.panel')),
  rules(2),
]
