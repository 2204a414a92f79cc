/** What a page knows of the class that its reader is a pupil of. */
import type { ClassState, PupilActivity, Factors } from './class_api'
import { isText, LocalStore } from './local_store.svelte'

/** Settings of the class for this pupil alone. */
export const pupil: { factors: Factors } = $state({ factors: '' })

/** Take over this pupil's settings from the state of the class. */
export function followClassState(state: ClassState): void {
  pupil.factors = state.role === 'pupil' ? state.factors : ''
}

/** The lesson or puzzle that this pupil does alone, as it is sent to the class; null for none. */
export const currentActivity: { now: PupilActivity | null } = $state({ now: null })

/** Whether this pupil asks for their teacher where there is no table, and how to; null where nobody can be asked for. */
export const raisedHand: { now: { on: boolean; call: () => unknown } | null } = $state({ now: null })

/** Opens the question that their class is asked, on every page of a pupil who is doing something else; null where nothing is asked. */
export const pendingQuestion: { now: { open: () => void } | null } = $state({ now: null })

/** The class with which somebody at this device does lessons or puzzles, wherever they go; '' for none. */
const store = new LocalStore<string>('coprime.class', (found) => (isText(found) ? found : ''))
export const companionClass = (): string => store.value
export const joinCompanion = (code: string): void => store.change(() => code)
export const leaveCompanion = (): void => store.forget()
