import type { Introduction } from '$app/table/introductions'

export const firstTurn = '[data-place="21"]'
export const introductions: readonly Introduction[] = []
