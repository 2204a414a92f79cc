import { hasNoModifier } from '$app/shortcuts'

/** One stop for Tab in a group of buttons; the arrow keys go to the nearest button in their direction. */
export function enableArrowKeyFocus(group: HTMLElement): () => void {
  const buttons = () => [...group.querySelectorAll<HTMLElement>('button')].filter((button) => button.checkVisibility())
  let here: HTMLElement | undefined

  function settle() {
    const all = buttons()
    if (!here || !all.includes(here)) here = all.find((button) => button.getAttribute('aria-pressed') === 'true') ?? all[0]
    for (const button of all) if (button.tabIndex !== (button === here ? 0 : -1)) button.tabIndex = button === here ? 0 : -1
  }
  function onfocusin(event: FocusEvent) {
    here = (event.target as Element).closest('button') ?? here
    settle()
  }
  function onkeydown(event: KeyboardEvent) {
    if (!hasNoModifier(event) || event.shiftKey) return
    const from = (event.target as Element).closest('button')
    const to = from && nearest(from, buttons(), event.key)
    if (!to) return
    event.preventDefault()
    event.stopPropagation()
    to.focus()
  }
  const seen = new MutationObserver(settle)
  seen.observe(group, { childList: true, subtree: true })
  group.addEventListener('focusin', onfocusin)
  group.addEventListener('keydown', onkeydown)
  settle()
  return () => {
    seen.disconnect()
    group.removeEventListener('focusin', onfocusin)
    group.removeEventListener('keydown', onkeydown)
  }
}

function nearest(from: HTMLElement, all: HTMLElement[], key: string): HTMLElement | undefined {
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key]
  if (!way) return undefined
  const middle = (element: HTMLElement) => {
    const box = element.getBoundingClientRect()
    return [box.left + box.width / 2, box.top + box.height / 2] as const
  }
  const [x, y] = middle(from)
  const [dx, dy] = way as [number, number]
  let best: HTMLElement | undefined
  let least = Infinity
  for (const other of all) {
    const [ox, oy] = middle(other)
    const ahead = (ox - x) * dx + (oy - y) * dy
    // What lies beside the way counts double, so that a row is followed to its end.
    const far = ahead + 2 * Math.abs((ox - x) * dy + (oy - y) * dx)
    if (other !== from && ahead > 4 && far < least) [best, least] = [other, far]
  }
  // At the end of a row the next or the last one in order.
  if (!best && dx) best = all[all.indexOf(from) + dx]
  return best
}
