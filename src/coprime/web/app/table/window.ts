/** When a table is one window that does not scroll. */
import { innerHeight, innerWidth } from 'svelte/reactivity/window'

const LAPTOP = 1260
/** Below that, as on a phone on its side, the page scrolls. */
const LOWEST = 520

/** `playing`: a hand is being played. At a rest, at the end and in a replay the page flows. */
export const oneWindow = (playing: boolean): boolean => playing && (innerWidth.current ?? 0) < LAPTOP && (innerHeight.current ?? 0) >= LOWEST
