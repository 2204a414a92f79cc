import type { ClaimScene, OpenPick } from './scene'

export type Objection = ClaimScene | OpenPick
/** So long after another one has come into its place, an objection is not raised by a tap that was meant for the one before. */
const SETTLES = 400
const NOTHING = 'challenge 0'

interface Around {
  claim: () => ClaimScene | null
  open: () => readonly OpenPick[]
  /** One may say something now. */
  free: () => boolean
}

/** What may be challenged: one at a time, the newest first, unless an older one is opened. */
export class Objections {
  readonly #around: Around
  #picked = $state(-1)
  #named: Record<number, string[]> = $state({})
  #before: Objection | undefined
  #changed = -SETTLES

  constructor(around: Around) {
    this.#around = around
    $effect.pre(() => {
      const now = this.now
      if (this.#before && now && now.number !== this.#before.number) this.#changed = performance.now()
      this.#before = now
    })
  }

  /** Everything that is open, the newest first. */
  readonly all: Objection[] = $derived.by(() => {
    const claim = this.#around.claim()
    return [...(claim ? [claim] : []), ...[...this.#around.open()].reverse()]
  })
  readonly #mine: Objection[] = $derived.by(() => (this.#around.free() ? this.all.filter((one) => one.may) : []))
  /** The one that is challenged by the button and by the key. */
  readonly now: Objection | undefined = $derived.by(() => this.#mine.find((one) => one.number === this.#picked) ?? this.#mine[0])
  /** How many more there are. */
  readonly more: number = $derived(Math.max(0, this.#mine.length - 1))
  /** Offences named against it; a wrong product until something else is said. */
  readonly named: string[] = $derived.by(() => (this.now && 'cards' in this.now ? (this.#named[this.now.number] ?? [this.now.offences[0]!.label]) : []))
  /** An offence is named where one has to be. */
  readonly ready: boolean = $derived.by(() => !!this.now && (!('cards' in this.now) || this.named.length > 0))
  /** What would be said; while nothing can be challenged, what is refused. */
  readonly label: string = $derived.by(() => [(this.now ?? this.all[0])?.label ?? NOTHING, ...this.named].join(' '))

  /** Opens the next older one; the newest after the oldest. */
  next(): void {
    const at = this.#mine.findIndex((one) => one === this.now)
    this.#picked = this.#mine[(at + 1) % this.#mine.length]?.number ?? -1
    // Whoever turns to another one means it.
    this.#before = undefined
  }

  name(offence: string): void {
    if (!this.now) return
    const said = this.named
    this.#named[this.now.number] = said.includes(offence) ? said.filter((other) => other !== offence) : [...said, offence]
  }

  settled(): boolean {
    return performance.now() - this.#changed > SETTLES
  }
}
