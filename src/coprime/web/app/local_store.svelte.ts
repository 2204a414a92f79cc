const PREFIX = 'coprime.'

/** A value in the browser's localStorage, under one key: never sent, exported and deleted with all the others. */
export class LocalStore<T> {
  private known: T = $state.raw()!

  /** `read` turns the stored JSON, which may be anything, into a value; `undefined` where nothing was stored. */
  constructor(
    private readonly key: string,
    private readonly read: (found: unknown) => T,
  ) {
    this.known = this.load()
  }

  get value(): T {
    return this.known
  }

  /** Change the value that is stored now: another page of this browser may have written meanwhile. */
  change(change: (known: T) => T): void {
    // `this.known` is only written here: an effect that calls this would depend on what it has read.
    const known = change(this.load())
    this.known = known
    try {
      localStorage.setItem(this.key, JSON.stringify(known))
    } catch {
      // A private window may keep nothing; it is known as long as the page.
    }
  }

  forget(): void {
    try {
      localStorage.removeItem(this.key)
    } catch {
      // Nothing was kept.
    }
    this.known = this.read(undefined)
  }

  private load(): T {
    try {
      return this.read(JSON.parse(localStorage.getItem(this.key) ?? 'null') ?? undefined)
    } catch {
      return this.read(undefined)
    }
  }
}

/** Export everything that this device has stored, as text to be saved. */
export function exportAll(): string {
  const values: Record<string, unknown> = {}
  try {
    for (const place of Object.keys(localStorage)
      .filter((one) => one.startsWith(PREFIX))
      .sort()) {
      const text = localStorage.getItem(place) ?? ''
      try {
        values[place] = JSON.parse(text)
      } catch {
        values[place] = text
      }
    }
  } catch {
    // A window that keeps nothing has nothing to save.
  }
  return JSON.stringify(values, null, 2)
}

/**
 * Take what another device has saved in the place of what this one has stored. Returns how many values were taken; each
 * is made sense of when it is read, so that a strange file can do no harm. The page has to be loaded anew.
 */
export function importAll(text: string): number {
  let taken = 0
  try {
    const found: unknown = JSON.parse(text)
    if (!found || typeof found !== 'object' || Array.isArray(found)) return 0
    for (const [key, value] of Object.entries(found)) {
      if (!key.startsWith(PREFIX)) continue
      localStorage.setItem(key, JSON.stringify(value))
      taken++
    }
  } catch {
    // No copy of ours, or no room: what was taken stays.
  }
  return taken
}

export function forgetAll(): void {
  try {
    localStorage.clear()
  } catch {
    // Nothing was kept.
  }
}

/** Helpers of `read`: the entries of an object, and the valid items of a list; none where the JSON is something else. */
export const objectEntries = (found: unknown): [string, unknown][] => (found && typeof found === 'object' ? Object.entries(found) : [])
export const validItems = <T>(found: unknown, fits: (one: unknown) => one is T): T[] => (Array.isArray(found) ? found.filter(fits) : [])
export const isText = (one: unknown): one is string => typeof one === 'string'
export const isWhole = (one: unknown): one is number => Number.isSafeInteger(one)
