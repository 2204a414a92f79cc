import { getContext, setContext } from 'svelte'

const key = Symbol('factors')
/** What the option `factors` of a table says: 'shown', 'primes' or 'hidden'; anything else is 'shown'. */
type Wanted = () => unknown

/** Says how many of the factors are printed on the cards and spaces of a table. */
export const setPrinted = (wanted: Wanted): Wanted => setContext(key, wanted)

/** What is printed of a number's factors at this table. */
export function printed(): (factors: readonly number[]) => readonly number[] {
  const wanted = getContext<Wanted | undefined>(key)
  return (factors) => (left(wanted?.(), factors) ? factors : [])
}

export const left = (wanted: unknown, factors: readonly number[]): boolean => wanted !== 'hidden' && (wanted !== 'primes' || factors.length === 1)
