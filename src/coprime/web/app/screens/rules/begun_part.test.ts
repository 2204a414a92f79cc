import { expect, test } from 'vitest'
import type { Block } from '$app/api'
import { takeBegun, weighBlock, weighSections } from './begun_part'

const card = { card: {} } as never
const text = (one: string): Block => ({ kind: 'text', text: one })
const cards = (...sizes: number[]): Block => ({ kind: 'cards', rows: sizes.map((n, i) => ({ title: `${i}`, drawn: Array.from({ length: n }, () => card) })) })
const SECTIONS = [
  { title: 'a', blocks: [text('1'), { kind: 'list', items: ['x', 'y', 'z'] } as Block] },
  { title: 'b', blocks: [cards(1, 2, 3), text('2')] },
]

test('a row weighs as many lines as it has things drawn, and one', () => {
  expect([text('1'), cards(1, 2, 3), { kind: 'table', head: [], rows: [['a'], ['b']] } as Block].map(weighBlock)).toEqual([1, 9, 2])
  expect(weighSections(SECTIONS)).toBe(1 + 3 + 9 + 1)
})

test('a page begins with its first lines, and a long list or table with its first rows', () => {
  expect(takeBegun(SECTIONS, 0)).toEqual([])
  expect(takeBegun(SECTIONS, 3)).toEqual([{ title: 'a', blocks: [text('1'), { kind: 'list', items: ['x', 'y'] }] }])
  expect(takeBegun(SECTIONS, 5)[1]).toEqual({ title: 'b', blocks: [cards(1)] })
  expect(takeBegun(SECTIONS, 7)[1]).toEqual({ title: 'b', blocks: [cards(1, 2)] })
})

test('what is whole is drawn once, and in the end all is there', () => {
  expect(takeBegun(SECTIONS, 6)[0]).toBe(SECTIONS[0])
  const whole = takeBegun(SECTIONS, weighSections(SECTIONS))
  expect(whole.map((one, i) => one === SECTIONS[i])).toEqual([true, true])
  for (let weight = 1; weight < weighSections(SECTIONS); weight++) {
    const [before, after] = [takeBegun(SECTIONS, weight), takeBegun(SECTIONS, weight + 1)]
    expect(weighSections(after)).toBeGreaterThanOrEqual(weighSections(before))
  }
})
