import { rules, strokes, type Introduction } from '$app/table/introductions'

export const firstTurn = '.mat [data-place="7"]'
export const introductions: readonly Introduction[] = [strokes(1), rules(2)]
