/**
 * Cards are carried by mouse, pen or finger out of the rack, between the groups, and back. Within the rack a drag sorts,
 * which is the rack's own business: a drag becomes ours once it goes up or down, or leaves the place where it began.
 * What is seen under the pointer is a copy; the card itself keeps its place until it is let go.
 */

export interface Carrier {
  /** A card is touched, and may be carried or sorted. */
  down(): void
  /** It is carried: what the rack has sorted since `down` was not meant. */
  lift(): void
  /** It is over this place, other than its own. */
  over(place: string | null): void
  drop(id: string, place: string | null): void
}

const SLACK = 9

interface Held {
  id: string
  card: HTMLElement
  from: HTMLElement | null
  pointer: number
  x: number
  y: number
  copy: HTMLElement | null
  place: string | null
}

const placeAt = (x: number, y: number) =>
  document.elementsFromPoint(x, y).find((element): element is HTMLElement => element instanceof HTMLElement && element.dataset.drop !== undefined)?.dataset
    .drop ?? null

/** Listens ahead of the rack, so that a drag is either sorted there or carried here. Cards have data-card, places data-drop. */
export function enableCardDrag(tray: HTMLElement, carrier: Carrier): () => void {
  let held: Held | null = null
  let justDropped = false

  function down(event: PointerEvent) {
    const card = (event.target as Element).closest<HTMLElement>('[data-card]')
    if (event.button || !event.isPrimary || !card || held?.copy) return
    held = {
      id: card.dataset.card!,
      card,
      from: card.closest<HTMLElement>('[data-drop]'),
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      copy: null,
      place: null,
    }
    carrier.down()
  }
  function move(event: PointerEvent) {
    if (!held || event.pointerId !== held.pointer) return
    if (!held.copy && !leaves(held, event)) return
    event.stopPropagation()
    held.copy ??= lift(held)
    held.copy.style.translate = `${event.clientX - held.x}px ${event.clientY - held.y}px`
    const place = placeAt(event.clientX, event.clientY)
    if (place === held.place) return
    held.place = place
    carrier.over(place === held.from?.dataset.drop ? null : place)
  }
  function lift(now: Held): HTMLElement {
    // The rack lets go of what it may have begun to sort. This goes past our own ears, as it is nobody's pointer.
    now.card.closest('.hand')?.dispatchEvent(new PointerEvent('pointercancel'))
    tray.setPointerCapture(now.pointer)
    const box = now.card.getBoundingClientRect()
    const copy = now.card.cloneNode(true) as HTMLElement
    copy.removeAttribute('data-card')
    copy.setAttribute('aria-hidden', 'true')
    copy.inert = true
    copy.classList.add('carried')
    Object.assign(copy.style, {
      position: 'fixed',
      left: `${box.left}px`,
      top: `${box.top}px`,
      margin: '0',
      zIndex: '20',
      pointerEvents: 'none',
      transition: 'none',
    })
    copy.style.setProperty('--cw', `${box.width}px`)
    document.body.append(copy)
    now.card.classList.add('away')
    now.place = now.from?.dataset.drop ?? null
    carrier.lift()
    return copy
  }
  function up(event: PointerEvent) {
    if (!held || event.pointerId !== held.pointer) return
    const { id, place, copy, card } = held
    held = null
    if (!copy) return
    event.stopPropagation()
    copy.remove()
    card.classList.remove('away')
    carrier.over(null)
    if (event.type === 'pointerup') carrier.drop(id, place)
    // The click that ends a drag comes after this, and means nothing.
    justDropped = true
    setTimeout(() => (justDropped = false))
  }
  function click(event: MouseEvent) {
    if (justDropped) event.stopPropagation()
  }

  /** The browser's own dragging of what is marked would take the pointer away. */
  function dragstart(event: Event) {
    event.preventDefault()
  }

  const listening = new AbortController()
  const ahead = { capture: true, signal: listening.signal }
  tray.addEventListener('pointerdown', down, ahead)
  tray.addEventListener('pointermove', move, ahead)
  tray.addEventListener('pointerup', up, ahead)
  tray.addEventListener('pointercancel', up, ahead)
  tray.addEventListener('click', click, ahead)
  tray.addEventListener('dragstart', dragstart, ahead)
  return () => {
    held?.copy?.remove()
    listening.abort()
  }
}

/** Has a drag gone up or down rather than along the rack, or out of it? */
function leaves({ x, y, from }: Held, { clientX, clientY }: PointerEvent): boolean {
  const [along, across] = [Math.abs(clientX - x), Math.abs(clientY - y)]
  if (Math.max(along, across) < SLACK) return false
  if (2 * across > along || from?.dataset.drop !== 'hand') return true
  const box = from.getBoundingClientRect()
  return clientY < box.top || clientY > box.bottom || clientX < box.left || clientX > box.right
}
