import { panel, rules, strokes, type Introduction } from '$app/table/introductions'
import { t } from './messages'

// The three cards of the set: an arrow points at the one in the middle of the row.
export const firstTurn = '[data-place="18"], [data-place="20"], [data-place="21"]'
export const introductions: readonly Introduction[] = [strokes(1), panel(1, t('intro.panel')), rules(2)]
