import { expect, it } from 'vitest'
import { spreadHeights, stepPath, valueRange, axisTicks } from './standings_chart'

it('writes few round figures at the edge', () => {
  expect(axisTicks(0, 10)).toEqual([0, 5, 10])
  expect(axisTicks(0, 13)).toEqual([0, 5, 10])
  expect(axisTicks(0, 1)).toEqual([0, 1])
  expect(axisTicks(-6, 40)).toEqual([0, 20, 40])
  expect(axisTicks(-300, 5120)).toEqual([0, 2000, 4000])
})

it('reaches down to nothing, and never to a single height', () => {
  expect(
    valueRange([
      [3, 7],
      [4, 4],
    ]),
  ).toEqual([0, 7])
  expect(valueRange([[-3, 7]])).toEqual([-3, 7])
  expect(valueRange([[0, 0]])).toEqual([0, 1])
})

it('draws steps', () => {
  expect(
    stepPath(
      [10, 8, 9],
      (at) => 10 * at,
      (value) => value,
    ),
  ).toBe('M0 10H10V8H20V9')
})

it('keeps the pawns at the ends apart', () => {
  expect(spreadHeights([10, 60], 20, 0, 100)).toEqual([10, 60])
  expect(spreadHeights([50, 52, 10], 20, 0, 100)).toEqual([50, 70, 10])
  expect(spreadHeights([98, 99], 20, 0, 100)).toEqual([80, 100])
})
