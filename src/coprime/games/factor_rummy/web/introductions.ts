import { rules, strokes, type Introduction } from '$app/table/introductions'

export const firstTurn = '[data-place="discards"]'
export const introductions: readonly Introduction[] = [strokes(1), rules(2)]
