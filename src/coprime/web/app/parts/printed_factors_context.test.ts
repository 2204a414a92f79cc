import { expect, test } from 'vitest'
import { arePrinted } from './printed_factors_context'

test('factors are printed as the table has chosen', () => {
  const of = (wanted: unknown) => [[7], [2, 3]].map((factors) => arePrinted(wanted, factors))
  expect(of('shown')).toEqual([true, true])
  expect(of('primes')).toEqual([true, false])
  expect(of('hidden')).toEqual([false, false])
  expect(of(undefined)).toEqual([true, true])
})
