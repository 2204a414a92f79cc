/** The title of the tab that blinks while nobody looks, until somebody does. */

const BEAT_MS = 1000

/** Show `call` and the page's own title in turn. Returns what stops it and puts the title back. `still`: shown, and not blinking. */
export function flashTitle(call: string, still: boolean): () => void {
  let plain = document.title
  let shown = call
  document.title = shown
  const timer = setInterval(() => {
    // The page may have given itself another title meanwhile.
    if (document.title !== shown) plain = document.title
    shown = shown === call && !still ? plain : call
    document.title = shown
  }, BEAT_MS)
  return () => {
    clearInterval(timer)
    if (document.title === call) document.title = plain
  }
}
