import { expect, it } from 'vitest'
import source from './PointsChart.svelte?raw'

it('has a line of its own for each of six seats', () => {
  const dashes = [...source.matchAll(/stroke-dasharray: ([\d ]+);/g)].map(([, dash]) => dash)
  expect(new Set(dashes).size).toBe(5)
})
