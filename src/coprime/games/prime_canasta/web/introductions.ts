import { panel, rules, strokes, type Introduction } from '$app/table/introductions'
import { t } from './speak'

export const firstTurn = '.hand [data-card^="22#"]'
export const introductions: readonly Introduction[] = [strokes(1), panel(2, t('intro.panel')), rules(2)]
