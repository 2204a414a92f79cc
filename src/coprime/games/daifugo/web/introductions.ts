import { panel, type Introduction } from '$app/table/introductions'
import { t } from './messages'

export const firstTurn = '.hand [data-card^="Qh#"]'
export const introductions: readonly Introduction[] = [panel(2, t('intro.panel'))]
