import type { Introduction } from '$app/table/introductions'

export const firstTurn = '.mat [data-place="7"]'
export const introductions: readonly Introduction[] = []
