/** The teacher's store of a class. */
import { classes, type ClassState } from '$app/class_api'
import { learnAnswer } from '$app/number_progress'
import { PolledState } from '$app/net/polled_state.svelte'
import { followClassState } from '$app/pupil.svelte'

/** A class as this page knows it. */
export class Classroom extends PolledState<ClassState> {
  protected fetchState(code: string): Promise<ClassState> {
    return classes.look(code)
  }

  protected override followState(found: ClassState): void {
    followClassState(found)
    if (found.role === 'pupil' && found.question) learnAnswer(found.question)
  }
}
