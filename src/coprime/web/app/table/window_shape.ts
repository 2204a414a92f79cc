/** The shape of the window in which a hand is played. */
import { innerHeight, innerWidth } from 'svelte/reactivity/window'
import { settings } from '$app/settings.svelte'

const LAPTOP = 1260
/** Below that a window that stands has no room for a table: the page scrolls. */
const LOWEST = 520
/** The same for one that lies, and how much wider than high it is. */
const FLATTEST = 300
const NARROWEST = 520
const LYING = 1.2
/** What lies and is lower has small cards. */
const LOW = 350
/** What stands and is lower has small cards, too. */
const SHORT = 600
/** Both sides of a tablet. */
const TABLET = 700

/** A header and a row of buttons. */
const HEADER_AND_BUTTONS = 104

/** Text that is so much larger than usual, by our setting or the browser's, needs lines of its own: the page scrolls. */
const LARGE = 1.25
const USUAL_PX = 16

/** How much larger than usual text is. */
function textScale(): number {
  // What it is read from is no state of ours; the setting and the window are.
  void settings.largeText
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_PX || 1
}

/** Table at the left, hand and buttons at the right: a phone or a tablet on its side, or a laptop's text at 200 %. */
const isSideways = (wide: number, high: number) => wide >= NARROWEST && high >= FLATTEST && wide >= LYING * high

export interface WindowShape {
  /** One window that does not scroll. At a rest, at the end and in a replay the page flows. */
  fixed: boolean
  /** It lies on its side. */
  sideways: boolean
  /** It does, and there is little height. */
  low: boolean
  /** It stands, and there is little height. */
  short: boolean
  /** Everything is larger. */
  tablet: boolean
  /** Text is, by our setting or the browser's; the page flows. */
  large: boolean
  /** px of the height that one's own has on its side, between the sentence and the buttons. */
  ownRoom: number
}

/** `playing`: a hand is being played. `taken`: px of the height that something above the table takes. */
export function windowShape(playing: boolean, taken = 0): WindowShape {
  const [wide, high] = [innerWidth.current ?? 0, innerHeight.current ?? 0]
  const sideways = isSideways(wide, high)
  const large = wide < LAPTOP && textScale() >= LARGE
  const fixed = playing && wide < LAPTOP && !large && (sideways || high >= LOWEST)
  return {
    fixed,
    sideways: fixed && sideways,
    low: fixed && sideways && high - taken < LOW,
    short: fixed && !sideways && high < SHORT,
    tablet: fixed && Math.min(wide, high) >= TABLET,
    large,
    ownRoom: fixed && sideways ? high - taken - HEADER_AND_BUTTONS : Infinity,
  }
}

export const oneWindow = (playing: boolean): boolean => windowShape(playing).fixed
