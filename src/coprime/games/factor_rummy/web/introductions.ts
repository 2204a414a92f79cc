import { rules, strokes, type Introduction } from '$app/table/introductions'
import { t } from './messages'

export const firstTurn = '[data-place="discards"]'
export const introductions: readonly Introduction[] = [{ part: 'wild', match: 1, at: '.hand .card.wild', text: t('intro.wild') }, strokes(1), rules(2)]
