import { getContext, setContext } from 'svelte'

const key = Symbol('factors')
/** What the option `factors` of a table says: 'shown', 'primes' or 'hidden'; anything else is 'shown'. */
type FactorSource = () => unknown

/** Says how many of the factors are printed on the cards and spaces of a table. */
export const providePrintedFactors = (wanted: FactorSource): FactorSource => setContext(key, wanted)

/** What is printed of a number's factors at this table. */
export function usePrintedFactors(): (factors: readonly number[]) => readonly number[] {
  const wanted = getContext<FactorSource | undefined>(key)
  return (factors) => (arePrinted(wanted?.(), factors) ? factors : [])
}

export const arePrinted = (wanted: unknown, factors: readonly number[]): boolean => wanted !== 'hidden' && (wanted !== 'primes' || factors.length === 1)
