import { rules, type Introduction } from '$app/table/introductions'
import { t } from './messages'

export const firstTurn = '.planning button'
export const introductions: readonly Introduction[] = [{ part: 'rings', match: 1, at: '.mat svg', text: t('intro.rings') }, rules(2)]
