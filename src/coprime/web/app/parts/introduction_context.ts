/** A context by which parts ask whether somebody new is shown them yet. */
import { getContext, setContext } from 'svelte'

const key = Symbol('introduced')
/** Says whether a part of a table (the strokes of its cards, a panel) is shown yet. */
type PartFilter = (part: string) => boolean

export const provideIntroduced = (isShown: PartFilter): PartFilter => setContext(key, isShown)

/** Whether a part is shown at this table: everything, where nobody is new. */
export const useIntroduced = (): PartFilter => getContext<PartFilter | undefined>(key) ?? (() => true)
