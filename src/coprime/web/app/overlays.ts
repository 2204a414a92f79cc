/**
 * What lies over a page (a sheet, a dialog) and goes with the browser's Back instead of the page itself.
 *
 * While it lies there the history has an entry more, for the same address. Closing it in another way takes that entry out
 * again; another one that opens at the same moment takes it over.
 */
interface Overlay {
  id: number
  close: () => void
}
interface HistoryState {
  overlay?: number
}

const openOverlays: Overlay[] = []
let last = 0
let leaving: ReturnType<typeof setTimeout> | undefined
/** What waits for a step back that is under way: the browser takes it later, from whatever entry is there by then. */
let waiting: (() => void)[] | undefined

const currentOverlay = () => (history.state as HistoryState | null)?.overlay

/** Whether the page's entry is one that an overlay has made: whoever goes elsewhere takes its place. */
export const isOverlaid = (): boolean => currentOverlay() !== undefined

/** Changes the history, once no step back is under way. */
export function changeHistory(change: () => void): void {
  if (waiting) waiting.push(change)
  else change()
}

/** Something has opened. Returns what is to be called once it is closed, however that came about. */
export function registerOverlay(close: () => void): () => void {
  const one = { id: ++last, close }
  const entry: HistoryState = { overlay: one.id }
  openOverlays.push(one)
  if (leaving !== undefined) history.replaceState(entry, '')
  else changeHistory(() => openOverlays.includes(one) && history.pushState(entry, ''))
  clearTimeout(leaving)
  leaving = undefined
  return () => {
    const at = openOverlays.indexOf(one)
    if (at < 0) return
    openOverlays.splice(at, 1)
    if (currentOverlay() !== one.id) return
    leaving = setTimeout(() => {
      leaving = undefined
      if (currentOverlay() !== one.id) return
      waiting = []
      history.back()
    })
  }
}

addEventListener('popstate', () => {
  if (waiting) {
    const changes = waiting
    waiting = undefined
    for (const change of changes) change()
    return
  }
  const top = openOverlays.at(-1)
  if (!top || currentOverlay() === top.id) return
  openOverlays.pop()
  top.close()
})
