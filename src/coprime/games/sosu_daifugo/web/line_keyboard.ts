import { hasNoModifier, isKeyTaken, handleShortcuts } from '$app/shortcuts'
import type { Entry } from './play_entry.svelte'
import { KINDS, type Kind } from './scene'

export interface Keyed {
  entry: Entry
  commit: () => void
  draw: () => void
  pass: () => void
}

/** A button that was reached by keys keeps Enter and the space bar for itself. */
const isOnButton = (event: KeyboardEvent): boolean => !!(event.target as Element | null)?.matches?.(':is(button, a, summary):focus-visible')

/** The keys of the table: cards and signs as they are written, and what is done with the line. */
export function handleKeys(of: () => Keyed | null): (event: KeyboardEvent) => void {
  const plain = handleShortcuts((event) => {
    const now = of()
    if (!now) return null
    const { entry, commit, draw, pass } = now
    const cards = Object.fromEntries(KINDS.map((kind) => [kind.toLowerCase(), () => entry.press(kind)]))
    return {
      ...cards,
      '1': () => entry.press('A'),
      '0': entry.asking && (() => entry.press('X' as Kind)),
      '=': () => entry.operate('='),
      '*': () => entry.operate('*'),
      '×': () => entry.operate('*'),
      '^': () => entry.operate('^'),
      arrowleft: () => entry.step(-1),
      arrowright: () => entry.step(1),
      home: () => entry.goTo(0),
      end: () => entry.goTo(Infinity),
      backspace: () => entry.back(),
      delete: () => entry.remove(),
      f: () => entry.all(),
      r: () => entry.reverse(),
      escape: entry.line.items.length > 0 && (() => entry.clear()),
      d: draw,
      p: pass,
      enter: !isOnButton(event) && commit,
    }
  })
  return (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const moves = by && event.altKey && hasNoModifier(new KeyboardEvent('keydown', { ctrlKey: event.ctrlKey, metaKey: event.metaKey }))
    if (moves && !isKeyTaken(event) && of()) {
      // Alt with an arrow leaves the page otherwise.
      event.preventDefault()
      of()!.entry.shift(by)
    } else if (event.key === 'Dead' && event.code && event.shiftKey && of() && !isKeyTaken(event)) of()!.entry.operate('^')
    else plain(event)
  }
}
