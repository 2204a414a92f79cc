/** The lines of a picture of who stood where: pure numbers, so that they can be looked at without a page. */

/** One line per seat, a number each time somebody's changed; all are as long as each other. */
export type Standing = readonly (readonly number[])[]

/** Figures at the left edge: round ones, at most `most` of them, 0 among them where it is in reach. */
export function axisTicks(low: number, high: number, most = 4): number[] {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [unit, 2 * unit, 5 * unit]) {
      const first = Math.ceil(low / step) * step
      if ((high - first) / step < most) return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step)
    }
  }
}

/** The lowest and highest value of the picture. A line along the bottom is a 0, unless all are far from it. */
export function valueRange(lines: Standing): [number, number] {
  const all = lines.flat()
  const low = Math.min(0, ...all)
  return [low, Math.max(low + 1, ...all)]
}

/** A line of steps: it stays until somebody's number changes. */
export function stepPath(values: readonly number[], x: (at: number) => number, y: (value: number) => number): string {
  return values.map((value, at) => (at ? `H${round(x(at))}V${round(y(value))}` : `M${round(x(0))} ${round(y(value))}`)).join('')
}

/** Spread heights at least `gap` apart and within `top` and `bottom`, each as near as may be to where it belongs. */
export function spreadHeights(heights: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]!)
  const found = [...heights]
  let least = top
  for (const i of order) {
    found[i] = Math.max(found[i]!, least)
    least = found[i]! + gap
  }
  let most = bottom
  for (const i of order.reverse()) {
    found[i] = Math.min(found[i]!, most)
    most = found[i]! - gap
  }
  return found
}

const round = (n: number) => Math.round(n * 10) / 10
