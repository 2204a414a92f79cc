/** The length of a motion token in milliseconds, as it is now: 1 with reduced motion. */
export function ms(token: 'tap' | 'raise' | 'deal' | 'slide' | 'stamp'): number {
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--m-${token}`)) || 1
}
