import { EASE, motionMs, startTogether, zoomOf } from '$app/motion'

/** What a hand would do: things go from where they were to where they are. Nothing waits for it. */

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** Where something is on the page now. */
export const elementBox = (element: Element | null | undefined): Box | undefined => element?.getBoundingClientRect()

/** Where a seat's cards come from and go to: its pawn, or one's own hand, a raised card in it first. */
export function seatBox(root: Element | null | undefined, seat: number, mine: number | null): Box | undefined {
  const page = root?.closest('main') ?? root
  const hand = page?.querySelector('.hand')
  if (seat === mine && hand) return elementBox(hand.querySelector('.card.up') ?? hand.querySelector('.card') ?? hand)
  return elementBox(page?.querySelector(`[data-seat="${seat}"] :is(.pawn, svg)`))
}

/** Animate `element` from the box `from` to where it stands. */
export function animateFrom(element: Element | null | undefined, from: Box | undefined, wait = 0, token: 'deal' | 'slide' = 'slide'): void {
  const duration = motionMs(token)
  if (!element || !from || duration <= 1) return
  const to = element.getBoundingClientRect()
  if (!to.width || !from.width) return
  const own = getComputedStyle(element).transform
  const rest = own === 'none' ? '' : own
  const zoom = zoomOf(element)
  const x = (from.left + from.width / 2 - (to.left + to.width / 2)) / zoom
  const y = (from.top + from.height / 2 - (to.top + to.height / 2)) / zoom
  startTogether(() => {
    const run = element.animate([{ transform: `translate(${x}px, ${y}px) scale(${from.width / to.width}) ${rest}` }, { transform: rest || 'none' }], {
      duration,
      delay: wait,
      easing: EASE,
      fill: 'backwards',
    })
    // Over the others while it flies. Not in the frames: a compositor runs transform and opacity alone.
    const { style } = element as HTMLElement
    style.zIndex = '5'
    const settle = () => style.removeProperty('z-index')
    run.onfinish = settle
    run.oncancel = settle
  })
}

/** Animate a copy of `element` from one box to another, and remove the copy. */
export function animateTravel(element: Element, from: Box | undefined, to: Box | undefined, wait = 0): void {
  prepareTravel(element, from, to, wait)()
}

/** The same in two steps: the copy is made now, and sets off when what is given back is called, once the page has its new scene. */
export function prepareTravel(element: Element, from: Box | undefined, to: Box | undefined, wait = 0): () => void {
  const duration = motionMs('slide')
  if (!from || !to || duration <= 1) return () => undefined
  const copy = element.cloneNode(true) as HTMLElement
  copy.removeAttribute('id')
  copy.setAttribute('aria-hidden', 'true')
  copy.inert = true
  const zoom = zoomOf(element)
  // The copy is out of reach of the styles around the card.
  const { width, height } = getComputedStyle(element)
  copy.style.setProperty('--cw', width)
  Object.assign(copy.style, {
    width,
    height,
    zoom: String(zoom),
    position: 'fixed',
    left: `${from.left / zoom}px`,
    top: `${from.top / zoom}px`,
    margin: '0',
    pointerEvents: 'none',
    zIndex: '20',
  })
  const x = (to.left + to.width / 2 - (from.left + from.width / 2)) / zoom
  const y = (to.top + to.height / 2 - (from.top + from.height / 2)) / zoom
  const scale = to.width / from.width
  return () =>
    startTogether(() => {
      document.body.append(copy)
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
    })
}

/** How long the equation of what was taken stands above it. */
const EQUATION_MS = 1200

/** Say something of a seat for a moment, under its pawn: that it has passed, that it is out. `wait`: ms until then. */
export function saySeat(root: Element | null | undefined, seat: number, text: string, wait = 0): void {
  const chip = (root?.closest('main') ?? root)?.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect()
  if (chip?.width) showOver(text, { left: chip.left, width: chip.width, top: chip.bottom + SAID, height: 0 }, { wait })
}
/** So far below a seat that what is said of it hangs on its edge. */
const SAID = 36

/**
 * Show a text above a box for a moment, or `on` it where something to read is above: what was taken, at the pile it went to.
 * Nothing with reduced motion: the log says it.
 */
export function showOver(text: string, box: Box | undefined, { on = false, wait = 0 } = {}): void {
  if (!box || motionMs('slide') <= 1) return
  const label = document.createElement('div')
  label.className = 'over-label num'
  label.setAttribute('aria-hidden', 'true')
  label.textContent = text
  document.body.append(label)
  const zoom = zoomOf(label)
  const half = label.offsetWidth / 2
  const middle = (box.left + box.width / 2) / zoom
  const left = Math.max(half + 4, Math.min(innerWidth / zoom - half - 4, middle))
  const top = on ? (box.top + box.height / 2) / zoom - label.offsetHeight / 2 : box.top / zoom - label.offsetHeight - 6
  label.style.left = `${left - half}px`
  label.style.top = `${Math.max(4, top)}px`
  const run = label.animate([{ opacity: 0 }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }], {
    duration: EQUATION_MS,
    delay: wait,
    fill: 'both',
  })
  const gone = () => label.remove()
  run.onfinish = gone
  run.oncancel = gone
}
