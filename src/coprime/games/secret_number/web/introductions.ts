import { panel, rules, type Introduction } from '$app/table/introductions'
import { t } from './messages'

export const firstTurn = '[data-value="0"]'
export const introductions: readonly Introduction[] = [panel(2, t('intro.panel')), rules(2)]
