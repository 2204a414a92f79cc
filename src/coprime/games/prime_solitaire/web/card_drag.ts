import { zoomOf } from '$app/motion'

/** A card dragged onto another one: both are meant. What is dragged is a copy; the cards themselves never move. */
const CARDS = 'button[data-place], button[data-stack]'
const FAR = 9

/** How a card is called: a place of the foundation, or how deep it lies in the stack. */
const called = ({ dataset }: HTMLElement) => dataset.place ?? `+${dataset.stack}`

export function enableCardDrag(root: HTMLElement, join: (one: string, other: string) => void): { update: (next: typeof join) => void; destroy: () => void } {
  let held: HTMLElement | null = null
  let copy: HTMLElement | null = null
  let from = { x: 0, y: 0, left: 0, top: 0 }

  function lift(card: HTMLElement, pointer: number) {
    copy = card.cloneNode(true) as HTMLElement
    copy.setAttribute('aria-hidden', 'true')
    copy.inert = true
    for (const name of ['data-place', 'data-stack']) copy.removeAttribute(name)
    Object.assign(copy.style, { position: 'fixed', zIndex: '30', margin: '0', pointerEvents: 'none', transition: 'none' })
    // It stays beside the card, in reach of the same styles.
    card.after(copy)
    card.parentElement!.classList.add('lifted')
    card.setPointerCapture(pointer)
  }
  function down(event: PointerEvent) {
    if (!event.isPrimary || event.button) return
    held = (event.target as Element).closest<HTMLElement>(CARDS)
    const { left, top } = held?.getBoundingClientRect() ?? { left: 0, top: 0 }
    from = { x: event.clientX, y: event.clientY, left, top }
  }
  function move(event: PointerEvent) {
    if (!held || !event.isPrimary) return
    const [x, y] = [event.clientX - from.x, event.clientY - from.y]
    if (!copy && Math.hypot(x, y) < FAR) return
    if (!copy) lift(held, event.pointerId)
    const zoom = zoomOf(held)
    Object.assign(copy!.style, { left: `${(from.left + x) / zoom}px`, top: `${(from.top + y) / zoom}px`, transform: 'none' })
  }
  function let_go() {
    held?.parentElement?.classList.remove('lifted')
    copy?.remove()
    held = copy = null
  }
  function up(event: PointerEvent) {
    const card = held
    const dragged = !!copy
    let_go()
    if (!card || !dragged) return
    // The click that ends a drag raises nothing by itself.
    const quiet = (click: Event) => click.stopPropagation()
    root.addEventListener('click', quiet, { capture: true })
    setTimeout(() => root.removeEventListener('click', quiet, { capture: true }))
    const met = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest<HTMLElement>(CARDS))
    const other = met.find((one) => one && one !== card && root.contains(one))
    if (other) join(called(card), called(other))
  }
  const heard = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: let_go } as const
  for (const [name, does] of Object.entries(heard)) root.addEventListener(name, does as EventListener)
  return {
    update: (next) => (join = next),
    destroy: () => Object.entries(heard).forEach(([name, does]) => root.removeEventListener(name, does as EventListener)),
  }
}
