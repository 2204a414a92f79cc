import type { Introduction } from '$app/table/introductions'

export const firstTurn = '.hand [data-card^="4#"]'
export const introductions: readonly Introduction[] = []
