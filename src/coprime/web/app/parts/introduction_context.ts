/** A context by which parts ask whether somebody new is shown them yet, and open them before their time. */
import { getContext, setContext } from 'svelte'

const key = Symbol('introduced')
/** Says whether a part of a table (the strokes of its cards, a panel) is shown yet. */
type PartFilter = (part: string) => boolean

interface PartContext {
  isShown: PartFilter
  open: (part: string) => void
}

/** `open`: somebody wants a part before its match. */
export const provideIntroduced = (isShown: PartFilter, open: (part: string) => void = () => undefined): PartContext => setContext(key, { isShown, open })

const context = () => getContext<PartContext | undefined>(key)
/** Whether a part is shown at this table: everything, where nobody is new. */
export const useIntroduced = (): PartFilter => context()?.isShown ?? (() => true)
/** Shows a part from now on. */
export const useOpenPart = (): ((part: string) => void) => context()?.open ?? (() => undefined)
