import type { Introduction } from '$app/table/introductions'

export const firstTurn = '.hand [data-card^="Qh#"]'
export const introductions: readonly Introduction[] = []
