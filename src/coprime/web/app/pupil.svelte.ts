import type { Class, Doing, Factors } from './classes'
import { isText, Kept } from './local_store.svelte'

/** What their class has told this pupil alone. */
export const pupil: { factors: Factors } = $state({ factors: '' })

/** Takes up what a class tells whoever asks. */
export function heed(told: Class): void {
  pupil.factors = told.role === 'pupil' ? told.factors : ''
}

/** What is done on this page by oneself, for the class that one does it with. */
export const doing: { now: Doing | null } = $state({ now: null })

/** Whether this pupil asks for their teacher where there is no table, and how to; null where nobody can be asked for. */
export const calling: { now: { on: boolean; call: () => unknown } | null } = $state({ now: null })

/** Opens the question that their class is asked, on every page of a pupil who is doing something else; null where nothing is asked. */
export const asking: { now: { open: () => void } | null } = $state({ now: null })

/** The class with which somebody at this device does lessons or puzzles, wherever they go; '' for none. */
const kept = new Kept<string>('coprime.class', (found) => (isText(found) ? found : ''))
export const along = (): string => kept.now
export const goesAlong = (code: string): void => kept.change(() => code)
export const goesAlone = (): void => kept.forget()
