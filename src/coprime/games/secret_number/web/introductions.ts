import type { Introduction } from '$app/table/introductions'

export const firstTurn = '[data-value="0"]'
export const introductions: readonly Introduction[] = []
