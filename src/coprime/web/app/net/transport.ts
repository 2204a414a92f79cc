/** How lines go from this page: over WebSockets, or over HTTP where no socket comes through. */
export type Way = 'socket' | 'http'

const KEY = 'coprime.way'
// How often in a row HTTP may fail before sockets are tried again: a server that begins again takes a few tries.
const ENOUGH = 5

/** `http`: lines go over HTTP for the rest of the session. `proven`: a socket has come through to this page. */
export const known = { http: remembered(), proven: false, failures: 0 }

function remembered(): boolean {
  try {
    return sessionStorage.getItem(KEY) === 'http'
  } catch {
    return false
  }
}

function remember(http: boolean): void {
  known.http = http
  known.failures = 0
  try {
    if (http) sessionStorage.setItem(KEY, 'http')
    else sessionStorage.removeItem(KEY)
  } catch {
    // Then every page finds out by itself.
  }
}

/**
 * The way of the next try, after so many sockets in a row that failed before a word was heard. Where one has come
 * through before, the first failures are more likely a server that begins again.
 */
export const chooseWay = (failures: number): Way => (known.http || failures >= (known.proven ? 3 : 1) ? 'http' : 'socket')

/** Something was heard this way. */
export function noteHeard(way: Way): void {
  if (way === 'socket') known.proven = true
  else remember(true)
}

/** A line over HTTP ended before a word was heard. */
export function noteFailed(): void {
  if (known.http && ++known.failures >= ENOUGH) remember(false)
}
