/** The length of a motion token in milliseconds, as it is now: 1 with reduced motion. */
export function motionMs(token: 'tap' | 'raise' | 'deal' | 'slide' | 'stamp'): number {
  const length = getComputedStyle(document.documentElement).getPropertyValue(`--m-${token}`).trim()
  // The build writes 320ms as .32s.
  return (parseFloat(length) || 0) * (length.endsWith('ms') ? 1 : 1000) || 1
}

/** How much larger something is drawn than its styles say: lengths on the screen are divided by it before they become styles. */
export const zoomOf = (element: Element): number => element.currentCSSZoom || 1

/** Whether nothing is to move: the device asks for reduced motion. */
export const isStill = (): boolean => motionMs('slide') <= 1

/** The curve of everything that a hand would do. */
export const EASE = 'cubic-bezier(.2,.7,.2,1)'

/** What moves within something, and ends by itself. */
export const endingAnimations = (within: Document | Element = document): Animation[] =>
  (within instanceof Document ? within.getAnimations() : within.getAnimations({ subtree: true })).filter(
    ({ playState, effect }) => playState === 'running' && Number.isFinite(Number(effect?.getComputedTiming().endTime)),
  )

/** Until what moves now, within something or on the whole page, has come to rest or is gone: for what nobody sees before. */
export async function motionEnd(within?: Element): Promise<void> {
  await Promise.allSettled(endingAnimations(within).map((one) => one.finished))
}

let starts: (() => void)[] = []

/**
 * Call `start` with all others of this moment, before anything is painted: what is measured for the next element is measured before the
 * first one is touched, since a browser lays the page out anew for each measure that follows a change.
 */
export function startTogether(start: () => void): void {
  starts.push(start)
  if (starts.length > 1) return
  queueMicrotask(() => {
    const due = starts
    starts = []
    for (const one of due) one()
  })
}

/** Let an element arrive where it stands, from `from`, after `delay` ms; an attachment. With reduced motion it is just there. */
export function arriveFrom(from: { transform: string; opacity?: number }, duration: number, delay = 0): (element: Element) => void {
  return (element) => {
    if (isStill()) return
    const own = getComputedStyle(element).transform
    const rest = own === 'none' ? '' : own
    startTogether(() =>
      element.animate(
        [
          { opacity: 0, ...from, transform: `${from.transform} ${rest}` },
          { opacity: 1, transform: rest || 'none' },
        ],
        {
          duration,
          delay,
          easing: EASE,
          fill: 'backwards',
        },
      ),
    )
  }
}
