import type { Introduction } from '$app/table/introductions'

export const firstTurn = '.planning button'
export const introductions: readonly Introduction[] = []
