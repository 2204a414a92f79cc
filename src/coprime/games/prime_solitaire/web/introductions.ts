import { panel, rules, strokes, type Introduction } from '$app/table/introductions'
import { t } from './messages'

export const firstTurn = '[data-place="21"]'
export const introductions: readonly Introduction[] = [strokes(1), panel(1, t('intro.panel')), rules(2)]
