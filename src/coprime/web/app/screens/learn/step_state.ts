/** Where somebody stands with a lesson or a moment: a moment that was shown counts as skipped. */
export type StepState = 'done' | 'skipped' | 'open'

export interface ExerciseStep {
  title: string
  state: StepState
}
