import { expect, test } from 'vitest'
import type { PawnScene } from './scene'
import { pawnPaths } from './pawn_animation'

const pawn = (id: string, space: number | null, home = false): PawnScene => ({ id, space, home, goal: 101, start: 0 }) as PawnScene

test('a pawn that was home and is not, because somebody looks back, is just there', () => {
  const { ways: found } = pawnPaths(
    new Map([
      ['0.0', -1],
      ['0.1', 5],
    ]),
    [pawn('0.0', 90), pawn('0.1', 3)],
    [],
  )
  expect(found.map((way) => way.pawn)).toEqual(['0.1'])
})

test('a pawn that comes home walks there', () => {
  const { ways: found } = pawnPaths(new Map([['0.0', 97]]), [pawn('0.0', null, true)], [])
  expect(found.map((way) => way.pawn)).toEqual(['0.0'])
})
