/** Something that this device keeps, at one place of its storage: never sent, saved and deleted with all the rest. */
export class LocalStore<T> {
  private known: T = $state.raw()!

  /** `read` makes sense of what stands there, which may be anything; without it nothing was kept. */
  constructor(
    private readonly key: string,
    private readonly read: (found: unknown) => T,
  ) {
    this.known = this.load()
  }

  get value(): T {
    return this.known
  }

  /** Another page of this browser may have kept something meanwhile: the change is made to what stands there now. */
  change(change: (known: T) => T): void {
    // Not read again: an effect that keeps something does not depend on it.
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

/** Everything that this device keeps, as text to be saved. */
export function exportAll(): string {
  const values: Record<string, unknown> = {}
  try {
    for (const place of Object.keys(localStorage)
      .filter((one) => one.startsWith('coprime.'))
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

export function forgetAll(): void {
  try {
    localStorage.clear()
  } catch {
    // Nothing was kept.
  }
}

/** What reads a place: the entries of an object, and the items of a list, of those that are as they should be. */
export const entries = (found: unknown): [string, unknown][] => (found && typeof found === 'object' ? Object.entries(found) : [])
export const items = <T>(found: unknown, fits: (one: unknown) => one is T): T[] => (Array.isArray(found) ? found.filter(fits) : [])
export const isText = (one: unknown): one is string => typeof one === 'string'
export const isWhole = (one: unknown): one is number => Number.isSafeInteger(one)
