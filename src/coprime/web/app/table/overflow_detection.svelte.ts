/** What of a box is filled: it may be too low for what lies in it, or have room to spare. */
import { endingAnimations, motionEnd, zoomOf } from '$app/motion'

/** Whether what lies in a box is higher than the box, so that it scrolls by itself. */
export class Crowding {
  is = $state(false)
  #flying = false

  constructor(place: () => HTMLElement | undefined) {
    $effect(() => {
      const box = place()
      if (!box) {
        this.is = false
        return
      }
      let gone = false
      const look = () => {
        if (gone || this.#flying) return
        const is = box.scrollHeight > box.clientHeight + 1
        // What flies reaches beyond its place for a moment; to lay the table out anew for that would cost it frames.
        this.#flying = is && !this.is && endingAnimations(box).length > 0
        if (!this.#flying) this.is = is
        else
          void motionEnd(box).then(() => {
            this.#flying = false
            look()
          })
      }
      const watch = new ResizeObserver(look)
      for (const one of [box, ...box.children]) watch.observe(one)
      const changes = new MutationObserver(look)
      changes.observe(box, { childList: true, subtree: true })
      return () => {
        gone = true
        watch.disconnect()
        changes.disconnect()
      }
    })
  }
}

/**
 * How much of a box's height is free above what stands on its lower edge; a `.caption` does not count, nor does a line at its
 * top that is `[data-empty]` now.
 */
export class SpareHeight {
  px = $state(0)
  /** How much of it is the empty line. */
  line = $state(0)

  constructor(place: () => HTMLElement | undefined) {
    $effect(() => {
      const box = place()
      if (!box) {
        this.px = 0
        return
      }
      const look = () => {
        const { top, height } = box.getBoundingClientRect()
        const first = [...box.children].find((one) => !one.matches('.caption') && one.getBoundingClientRect().height)
        const empty = first?.querySelector('[data-empty]')?.getBoundingClientRect()
        this.line = empty ? empty.bottom - first!.getBoundingClientRect().top : 0
        this.px = (first ? first.getBoundingClientRect().top - top + this.line : height) / zoomOf(box)
      }
      const watch = new ResizeObserver(look)
      const follow = () => {
        for (const one of [box, ...box.children]) watch.observe(one)
        look()
      }
      follow()
      const changes = new MutationObserver(follow)
      changes.observe(box, { childList: true })
      return () => {
        watch.disconnect()
        changes.disconnect()
      }
    })
  }
}
