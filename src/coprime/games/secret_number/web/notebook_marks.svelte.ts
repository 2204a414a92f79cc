/** What a player has written into the notebook: theirs alone, kept on this device while the page's tab lives. */

export type Mark = '' | 'out' | 'maybe' | 'likely'
export const MARKS: readonly Mark[] = ['', 'out', 'maybe', 'likely']

interface Written {
  /** By number: whether it is the secret. */
  secret: Record<number, Mark>
  /** By number: who may hold its unseen cards, as seats. */
  holds: Record<number, (number | null)[]>
  /** Ways that are struck out, as "seat:way". */
  struck: string[]
}
const blank = (): Written => ({ secret: {}, holds: {}, struck: [] })

export class Notes {
  #written: Written = $state(blank())

  constructor(readonly key: string) {
    this.#written = load(key)
  }

  mark(number: number): Mark {
    return this.#written.secret[number] ?? ''
  }
  turn(number: number): void {
    this.#written.secret[number] = MARKS[(MARKS.indexOf(this.mark(number)) + 1) % MARKS.length]!
    this.#keep()
  }

  /** Who is noted for the unseen cards of a number; what has been seen since is no longer a guess. */
  holders(number: number, unseen: number, seen: readonly (number | null)[]): (number | null)[] {
    const left = [...(this.#written.holds[number] ?? [])]
    for (const seat of seen) {
      const at = left.indexOf(seat)
      if (seat !== null && at >= 0) left.splice(at, 1)
    }
    return Array.from({ length: unseen }, (_, i) => left[i] ?? null)
  }
  hold(number: number, holders: (number | null)[]): void {
    this.#written.holds[number] = holders
    this.#keep()
  }

  isStruck(way: string): boolean {
    return this.#written.struck.includes(way)
  }
  strike(way: string): void {
    const struck = this.#written.struck
    this.#written.struck = struck.includes(way) ? struck.filter((other) => other !== way) : [...struck, way]
    this.#keep()
  }
  strikeAll(ways: readonly string[]): void {
    this.#written.struck = [...new Set([...this.#written.struck, ...ways])]
    this.#keep()
  }

  #keep(): void {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.#written))
    } catch {
      // A full or forbidden store: the marks live as long as the page.
    }
  }
}

function load(key: string): Written {
  try {
    return { ...blank(), ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Written>) }
  } catch {
    return blank()
  }
}
