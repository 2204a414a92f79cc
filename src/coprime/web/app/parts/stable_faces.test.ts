import { expect, test } from 'vitest'
import { keepEqual } from './stable_faces'

test('an equal face is the one from before, another one is not', () => {
  const faces = keepEqual()
  const print = { prime: true }
  const first = { figure: '7', factors: [7], print }
  expect(faces('7#0', first)).toBe(first)
  expect(faces('7#0', { figure: '7', factors: [7], print })).toBe(first)
  for (const other of [
    { figure: '7', factors: [], print },
    { figure: '7', factors: [7] },
    { figure: '7', factors: [7], print, power: undefined },
    { ...first, figure: 7 },
  ]) {
    expect(faces('7#0', other)).toBe(other)
    expect(faces('7#0', first)).toBe(first)
  }
})

test('two cards have a face each', () => {
  const faces = keepEqual()
  const [one, other] = [{ figure: '7' }, { figure: '7' }]
  expect(faces('7#0', one)).toBe(one)
  expect(faces('7#1', other)).toBe(other)
})
