/** How lines go from this page: over WebSockets, or over HTTP where no socket comes through. */
export type Transport = 'socket' | 'http'

const KEY = 'coprime.way'
// How often in a row HTTP may fail before sockets are tried again: a server that begins again takes a few tries.
const ENOUGH = 5

/** `http`: lines go over HTTP for the rest of the session. `proven`: a socket has come through to this page. */
export const transportState = { http: loadHttpPreference(), proven: false, failures: 0 }

function loadHttpPreference(): boolean {
  try {
    return sessionStorage.getItem(KEY) === 'http'
  } catch {
    return false
  }
}

function storeHttpPreference(http: boolean): void {
  transportState.http = http
  transportState.failures = 0
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
export const chooseTransport = (failures: number): Transport => (transportState.http || failures >= (transportState.proven ? 3 : 1) ? 'http' : 'socket')

/** A message has arrived by this transport. */
export function recordSuccess(transport: Transport): void {
  if (transport === 'socket') transportState.proven = true
  else storeHttpPreference(true)
}

/** A connection over HTTP ended before any message arrived. */
export function recordHttpFailure(): void {
  if (transportState.http && ++transportState.failures >= ENOUGH) storeHttpPreference(false)
}
