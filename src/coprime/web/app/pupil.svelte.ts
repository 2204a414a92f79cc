import type { Class, Factors } from './classes'

/** What their class has told this pupil alone. */
export const pupil: { factors: Factors } = $state({ factors: '' })

/** Takes up what a class tells whoever asks. */
export function heed(told: Class): void {
  pupil.factors = told.role === 'pupil' ? told.factors : ''
}
