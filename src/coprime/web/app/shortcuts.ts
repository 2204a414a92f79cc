/**
 * The keys of a screen: one place that says when a key is a shortcut and when it is somebody else's.
 *
 *     const onkeydown = handleShortcuts(() => mine !== null && !replaying && {
 *       digit: (n) => rack.raiseNth(n),
 *       p: commit,
 *       x: scene.canPass && pass,           // where it cannot be used it is no key at all
 *       escape: () => rack.lower(),
 *     })
 *     <svelte:window {onkeydown} />
 *
 * A shortcut does nothing while somebody writes in a field, while a dialog is open, and together with Ctrl, Alt or Meta,
 * which are the browser's. Keys of a part that has the focus, such as arrows in a list, ask only `hasNoModifier`.
 */

const isInside = (event: Event, where: string): boolean => !!(event.target as Partial<Element> | null)?.closest?.(where)

/** Somebody writes or chooses in a field: every key is the field's. */
export const isTyping = (event: Event): boolean => isInside(event, 'input, textarea, select, [contenteditable]')

/** The key belongs to a field or to a dialog, so the page behind ignores it. */
export const isKeyTaken = (event: Event): boolean => isTyping(event) || isInside(event, 'dialog') || !!document.querySelector('dialog[open]')

/** Neither Ctrl nor Alt nor Meta is held. Shift only makes another key of it. */
export const hasNoModifier = (event: KeyboardEvent): boolean => !(event.ctrlKey || event.metaKey || event.altKey)

/** Ctrl+Z, or its like on a Mac, where it takes back a move and no letter. */
export const isUndoKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !isKeyTaken(event)

type Nothing = false | null | undefined | 0 | ''

/**
 * What each key does at this moment, by `event.key` in small letters: `p`, `escape`, `arrowleft`, `+`. `digit` is every
 * figure from 0 to 9 that has no entry of its own, and gets that figure. An entry without a function is no key now: the
 * browser keeps it.
 */
export type Shortcuts = Record<string, Nothing | ((digit: number) => unknown)>

/**
 * A handler of `keydown` for the window. `acts` is asked at every press that may be a shortcut, so that it speaks of
 * the position as it is; nothing instead of a table of keys means that none is heard.
 */
export function handleShortcuts(acts: (event: KeyboardEvent) => Shortcuts | Nothing): (event: KeyboardEvent) => void {
  return (event) => {
    // What only looks like a dialog, such as a question beside a card, has its own keys as long as it has the focus.
    if (!hasNoModifier(event) || isKeyTaken(event) || isInside(event, '[role=dialog]')) return
    const key = event.key.toLowerCase()
    const now = acts(event)
    const act = now && (key in now ? now[key] : /^[0-9]$/.test(key) && now.digit)
    if (!act) return
    event.preventDefault()
    act(Number(key))
  }
}
