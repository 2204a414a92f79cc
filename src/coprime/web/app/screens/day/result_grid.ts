/** Steps that have a row each. */
const ROWS = 3

/** The tries of each step as a grid: a numbered row a step; where there are many, of one try each, a single row. */
export function gridText(steps: readonly string[]): string {
  return steps.length > ROWS ? steps.join(' ') : steps.map((marks, i) => [...(steps.length > 1 ? [String(i + 1)] : []), ...marks].join(' ')).join('\n')
}
