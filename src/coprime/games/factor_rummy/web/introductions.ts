import type { Introduction } from '$app/table/introductions'

export const firstTurn = '[data-place="discards"]'
export const introductions: readonly Introduction[] = []
