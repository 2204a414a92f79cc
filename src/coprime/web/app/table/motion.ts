import { ms, zoomOf } from '$app/motion'

/** What a hand would do: things go from where they were to where they are. Nothing waits for it. */

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>
const EASE = 'cubic-bezier(.2,.7,.2,1)'

/** Where something is on the page now. */
export const elementBox = (element: Element | null | undefined): Box | undefined => element?.getBoundingClientRect()

/** Animate `element` from the box `from` to where it stands. */
export function animateFrom(element: Element | null | undefined, from: Box | undefined, wait = 0, token: 'deal' | 'slide' = 'slide'): void {
  const duration = ms(token)
  if (!element || !from || duration <= 1) return
  const to = element.getBoundingClientRect()
  if (!to.width || !from.width) return
  const own = getComputedStyle(element).transform
  const rest = own === 'none' ? '' : own
  const zoom = zoomOf(element)
  const x = (from.left + from.width / 2 - (to.left + to.width / 2)) / zoom
  const y = (from.top + from.height / 2 - (to.top + to.height / 2)) / zoom
  element.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${from.width / to.width}) ${rest}`, zIndex: 5 },
      { transform: rest || 'none', zIndex: 5 },
    ],
    { duration, delay: wait, easing: EASE, fill: 'backwards' },
  )
}

/** Animate a copy of `element` from one box to another, and remove the copy. */
export function animateTravel(element: Element, from: Box | undefined, to: Box | undefined, wait = 0): void {
  const duration = ms('slide')
  if (!from || !to || duration <= 1) return
  const copy = element.cloneNode(true) as HTMLElement
  copy.removeAttribute('id')
  copy.setAttribute('aria-hidden', 'true')
  copy.inert = true
  const zoom = zoomOf(element)
  Object.assign(copy.style, {
    zoom: String(zoom),
    position: 'fixed',
    left: `${from.left / zoom}px`,
    top: `${from.top / zoom}px`,
    margin: '0',
    pointerEvents: 'none',
    zIndex: '20',
  })
  document.body.append(copy)
  const x = (to.left + to.width / 2 - (from.left + from.width / 2)) / zoom
  const y = (to.top + to.height / 2 - (from.top + from.height / 2)) / zoom
  const scale = to.width / from.width
  const run = copy.animate(
    [
      { transform: 'none' },
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 1, offset: 0.85 },
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 0 },
    ],
    { duration: duration * 1.1, delay: wait, easing: EASE, fill: 'both' },
  )
  const gone = () => copy.remove()
  run.onfinish = gone
  run.oncancel = gone
}
