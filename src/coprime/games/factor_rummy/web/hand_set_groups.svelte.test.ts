import { expect, test } from 'vitest'
import { Aside } from './hand_set_groups.svelte'
import type { CardScene } from './scene'

test('what was put aside is forgotten in the next round', () => {
  const held = ['6', '2', '3'].map((figure) => ({ id: `${figure}#0`, card: { figure } as CardScene }))
  let round = $state(1)
  const aside = new Aside(
    () => held,
    () => round,
  )
  aside.carry(['2#0', '6#0'], 'new')
  expect(aside.sets).toEqual([['6#0', '2#0']])
  expect(aside.rest.map(({ id }) => id)).toEqual(['3#0'])
  round = 2
  expect(aside.sets).toEqual([])
  expect(aside.rest).toHaveLength(3)
})
