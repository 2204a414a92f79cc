/** The length of a motion token in milliseconds, as it is now: 1 with reduced motion. */
export function ms(token: 'tap' | 'raise' | 'deal' | 'slide' | 'stamp'): number {
  const length = getComputedStyle(document.documentElement).getPropertyValue(`--m-${token}`).trim()
  // The build writes 320ms as .32s.
  return (parseFloat(length) || 0) * (length.endsWith('ms') ? 1 : 1000) || 1
}

/** How much larger something is drawn than its styles say: lengths on the screen are divided by it before they become styles. */
export const zoomOf = (element: Element): number => element.currentCSSZoom || 1
