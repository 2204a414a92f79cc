/** Whether what lies in a box is higher than the box, so that it scrolls by itself. */
export class Crowding {
  is = $state(false)

  constructor(place: () => HTMLElement | undefined) {
    $effect(() => {
      const box = place()
      if (!box) {
        this.is = false
        return
      }
      const look = () => (this.is = box.scrollHeight > box.clientHeight + 1)
      const watch = new ResizeObserver(look)
      for (const one of [box, ...box.children]) watch.observe(one)
      const changes = new MutationObserver(look)
      changes.observe(box, { childList: true, subtree: true })
      return () => {
        watch.disconnect()
        changes.disconnect()
      }
    })
  }
}
