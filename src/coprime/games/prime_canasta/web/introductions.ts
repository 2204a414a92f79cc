import type { Introduction } from '$app/table/introductions'

export const firstTurn = '.hand [data-card^="22#"]'
export const introductions: readonly Introduction[] = []
