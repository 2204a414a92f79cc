/** Runs what follows from a new scene once the page shows it. */
import { untrack } from 'svelte'

/**
 * For what moves when the scene changes. `plan` is called before the page shows the new scene, while everything still
 * stands where it was (`before` is undefined the first time); what it gives back is done when the page shows it.
 */
export function onSceneChange<S>(scene: () => S, plan: (before: S | undefined, now: S) => (() => void) | void): void {
  let last: S | undefined
  let after: (() => void) | void
  $effect.pre(() => {
    const now = scene()
    untrack(() => {
      if (last !== now) after = plan(last, now)
      last = now
    })
  })
  $effect(() => {
    void scene()
    const run = after
    after = undefined
    untrack(() => run?.())
  })
}
