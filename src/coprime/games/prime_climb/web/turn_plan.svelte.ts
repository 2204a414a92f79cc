import { pawnsOf, type CardScene, type Choice, type Climb, type Commit, type PawnScene } from './scene'
import { t } from './messages'

export interface Step {
  label: string
  text: string
  pawn: string | null
}
export interface KeeperButton {
  key: string
  card: CardScene
  ready: boolean
}

/** A turn as it is being planned: the choice, and the moves laid out but not yet sent. The server previews each of them. */
export class Plan {
  /** The scene after the planned moves. */
  ahead: Climb | null = $state.raw(null)
  steps: Step[] = $state.raw([])
  /** What a drawn card asks for: the labels of a choice, or pawns that are to be swapped. */
  picked: string[] = $state.raw([])
  asking = $state(false)
  #number: number | null = $state(null)
  #keeper: string | null = $state(null)
  #pawn: string | null = $state(null)
  #asked: Promise<Climb | null> = Promise.resolve(null)
  #backs: Promise<boolean> = Promise.resolve(true)
  readonly #scene: () => Climb
  readonly #preview: (labels: string[]) => Promise<Climb | null>

  constructor(scene: () => Climb, preview: (labels: string[]) => Promise<Climb | null>) {
    this.#scene = scene
    this.#preview = preview
  }

  readonly shown: Climb = $derived.by(() => this.ahead ?? this.#scene())
  readonly pawns: PawnScene[] = $derived(pawnsOf(this.shown))
  /** A card was drawn that asks for a choice. */
  readonly prompted: boolean = $derived(this.shown.phase === 'card' && this.shown.choices.length > 0)

  readonly numbers: number[] = $derived(
    this.shown.dice.filter((die) => die.left && this.shown.choices.some((one) => ofDie(one, die.number))).map((die) => die.number),
  )
  readonly keepers: KeeperButton[] = $derived.by(() => {
    const { you, seats, choices } = this.shown
    const held = you === null ? [] : (seats[you]?.keepers ?? [])
    return held.map((card, i) => ({ key: `${card.kind}.${i}`, card, ready: !card.fresh && choices.some((one) => one.ok && ofKeeper(one, card.kind)) }))
  })
  readonly keeper: KeeperButton | null = $derived(this.keepers.find(({ key, ready }) => ready && key === this.#keeper) ?? null)
  readonly number: number | null = $derived(this.keeper ? null : this.numbers.includes(this.#number ?? 0) ? this.#number : (this.numbers[0] ?? null))

  /** What the chosen number or Keeper offers, for all pawns. */
  readonly #source: Choice[] = $derived.by(() => {
    const { keeper, number } = this
    const found = this.shown.choices.filter((one) => (keeper ? ofKeeper(one, keeper.card.kind) : number !== null && ofDie(one, number)))
    // A number without a use: only what becomes of it.
    return found.some((one) => one.kind === 'spend') ? found.filter((one) => one.kind === 'spend') : found
  })
  /** Own pawns among which to choose. */
  readonly movers: string[] = $derived(
    this.shown.phase === 'move' ? [...new Set(this.#source.filter((one) => one.equation && one.op).map((one) => one.pawn!))] : [],
  )
  readonly pawn: string | null = $derived.by(() => {
    const has = (pawn: string) => this.#source.some((one) => one.ok && one.pawn === pawn)
    if (this.#pawn && this.movers.includes(this.#pawn)) return this.#pawn
    return this.movers.find(has) ?? this.movers[0] ?? null
  })
  /** What is offered in the list: of the chosen number or Keeper, for the chosen pawn. */
  readonly offered: Choice[] = $derived(this.prompted ? this.shown.choices : this.#source.filter((one) => !one.op || one.pawn === this.pawn))

  readonly commit: Commit | null = $derived.by(() => {
    if (!this.prompted) return this.shown.commit
    const choice = this.decided
    return (
      choice && {
        labels: [choice.label],
        text: t('card.commit', {
          card: this.shown.card?.title ?? '',
          what: choice.kind === 'take' ? t('take', { card: choice.card?.title ?? '', who: choice.text ?? '' }) : (choice.text ?? ''),
        }),
      }
    )
  })
  /** The choice that the picked pawns or labels make. */
  readonly decided: Choice | null = $derived(
    this.shown.choices.find((one) =>
      one.pawns ? this.picked.length === 2 && one.pawns.every((pawn) => this.picked.includes(pawn)) : this.picked[0] === one.label,
    ) ?? null,
  )

  /** A move that is chosen and not laid out yet: on a small screen, where one more button moves. */
  readonly chosen: Choice | null = $derived.by(() => (this.prompted ? null : (this.offered.find((one) => one.ok && this.picked[0] === one.label) ?? null)))

  chooseNumber(number: number): void {
    this.picked = []
    this.#keeper = null
    this.#number = number
  }
  chooseKeeper(key: string | null): void {
    this.picked = []
    this.#keeper = this.#keeper === key ? null : key
  }
  choosePawn(pawn: string): void {
    if (!this.movers.includes(pawn)) return
    this.picked = []
    this.#pawn = pawn
  }
  otherPawn(): void {
    const other = this.movers.find((pawn) => pawn !== this.pawn)
    if (other) this.choosePawn(other)
  }
  nextKeeper(): void {
    const ready = this.keepers.filter((one) => one.ready)
    const at = ready.findIndex((one) => one.key === this.keeper?.key)
    this.picked = []
    this.#keeper = ready[at + 1]?.key ?? null
  }

  /** A number that was rolled; pressed again, or where none was, the Keeper of that number. */
  digit(number: number): void {
    const keeper = this.keepers.find((one) => one.ready && one.card.kind === String(number))
    if (this.numbers.includes(number) && this.number !== number) this.chooseNumber(number)
    else if (keeper) this.chooseKeeper(keeper.key)
  }

  /** Of a swap, one of the two pawns; of other cards, the choice itself. */
  pick(what: string): void {
    const two = this.shown.choices.some((one) => one.pawns)
    if (this.picked.includes(what)) this.picked = this.picked.filter((one) => one !== what)
    else this.picked = two ? [...this.picked, what].slice(-2) : [what]
  }

  /** Lays out one more move. False where the server would refuse it. */
  async add(choice: Choice, text: string): Promise<boolean> {
    return this.#lay([...this.steps, { label: choice.label, text, pawn: choice.pawn ?? null }])
  }
  /** Lays out the moves of a turn, as far as they are moves; picks what a drawn card asks for. */
  async show(labels: readonly string[], text: (choice: Choice) => string): Promise<void> {
    this.reset()
    for (const label of labels) {
      const one = this.shown.choices.find((choice) => choice.label === label)
      if (this.prompted && one) this.picked = one.pawns ? [...one.pawns] : [label]
      if (this.prompted || !one || !(await this.add(one, text(one)))) return
    }
  }
  /** Takes one back; pressed again before the server has answered, one more. */
  back(): Promise<boolean> {
    this.#backs = this.#backs.then(() => this.#asked).then(() => this.steps.length > 0 && this.#lay(this.steps.slice(0, -1)))
    return this.#backs
  }
  async #lay(steps: Step[]): Promise<boolean> {
    if (this.asking) return false
    const scene = this.#scene()
    this.asking = true
    this.#asked = steps.length ? this.#preview(steps.map((step) => step.label)) : Promise.resolve(null)
    const ahead = await this.#asked
    this.asking = false
    if (scene !== this.#scene() || (steps.length && !ahead)) return false
    // The pawn that has moved goes on, where it can.
    const pawn = steps.length > this.steps.length ? (steps.at(-1)?.pawn ?? null) : (this.steps.at(-1)?.pawn ?? null)
    this.ahead = ahead
    this.steps = steps
    this.picked = []
    this.#keeper = null
    this.#pawn = pawn && this.shown.choices.some((one) => one.ok && one.pawn === pawn && one.kind === 'use') ? pawn : null
    return true
  }
  reset(): void {
    this.ahead = null
    this.steps = []
    this.#keeper = null
    this.#pawn = null
    this.picked = []
  }
}

const ofDie = (one: Choice, number: number) => (one.kind === 'use' || one.kind === 'spend') && one.number === number
const ofKeeper = (one: Choice, kind: string) =>
  one.kind === 'keeper' ? String(one.number) === kind : (one.kind === 'clear' || one.kind === 'limit') && one.kind === kind
