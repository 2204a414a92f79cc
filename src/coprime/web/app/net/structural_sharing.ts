/**
 * Keeps what has not changed from one message to the next: what a page draws of it is then not worked out again.
 *
 * Messages are whole, and most of one equals the one before. Svelte compares by identity.
 */

import { isDeepEqual, isObject, type Fields } from '$app/deep_equal'

/** So many elements may have been taken out of an array in one place. */
const REACH = 4

/** `now`, a value fresh from JSON, in which every part that equals its counterpart of `before` is that very object. */
export function shareStructure<T>(before: unknown, now: T): T {
  if (!isObject(before) || !isObject(now) || Array.isArray(before) !== Array.isArray(now)) return now
  return (Array.isArray(now) ? shareElements(before as unknown[], now) : shareFields(before as Fields, now as Fields)) as T
}

function shareFields(before: Fields, now: Fields): Fields {
  const keys = Object.keys(now)
  let same = keys.length === Object.keys(before).length
  for (const key of keys) {
    now[key] = shareStructure(before[key], now[key])
    same &&= key in before && now[key] === before[key]
  }
  return same ? before : now
}

/** What stands behind a card that was played has moved up: an element equals the next one of before that is its like. */
function shareElements(before: unknown[], now: unknown[]): unknown[] {
  let same = before.length === now.length
  const aligned = same
  let next = 0
  for (let i = 0; i < now.length; i++) {
    const last = Math.min(next + REACH, before.length)
    let found = next
    while (found < last && !isDeepEqual(before[found], now[i])) found++
    if (found < last) {
      now[i] = before[found]
      same &&= found === i
      next = found + 1
    } else {
      if (aligned) now[i] = shareStructure(before[i], now[i])
      same = false
    }
  }
  return same ? before : now
}
