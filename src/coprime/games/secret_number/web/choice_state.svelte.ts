import { tick } from 'svelte'
import { playSound } from '$app/sound'
import type { Answer, Choice, SecretNumber } from './scene'

const SIGNS: Record<string, string> = { '+': '+', '-': '−', '*': '×', x: '×', '/': '÷', ':': '÷' }

interface Place {
  scene: () => SecretNumber
  /** This person may act now. */
  live: () => boolean
  undo: () => boolean
  /** Nothing can be touched: a replay, or no connection. */
  still: () => boolean
  takeBack: () => Promise<boolean>
}

/** What is raised: a place of the display to be covered and how its result is made, something to show, or an answer card. */
export class Choosing {
  /** The label of a choice or of an answer card. */
  picked = $state('')
  /** A place that is tapped, while it is open how its result is made. */
  at: number | null = $state(null)
  readonly #place: Place

  constructor(place: Place) {
    this.#place = place
    $effect.pre(() => {
      if ((this.picked && !this.choice && !this.answer) || (this.choice && this.made)) this.picked = ''
      if (!this.covering || this.made) this.at = null
    })
  }

  readonly #scene: SecretNumber = $derived.by(() => this.#place.scene())
  /** A place of the display is asked for. */
  readonly covering: boolean = $derived(this.#scene.choices.some((choice) => choice.place !== null))
  readonly asked: boolean = $derived(this.#scene.choices.length > 0)
  readonly racing: boolean = $derived(this.#scene.round.stage === 'race')
  readonly made: Choice | undefined = $derived(this.#scene.choices.find((choice) => choice.made))
  /** A choice can be made, or the one made taken back. */
  readonly free: boolean = $derived.by(() => !this.#place.still() && (this.#place.live() || (!!this.made && this.#place.undo())))
  readonly choice: Choice | undefined = $derived(this.#scene.choices.find(({ label }) => label === this.picked))
  readonly answer: Answer | undefined = $derived(this.#scene.answers.find(({ label, used }) => label === this.picked && used === null))
  /** How the result of the tapped place can be made. */
  readonly ways: Choice[] = $derived(this.at === null ? [] : this.#scene.choices.filter(({ place }) => place === this.at))
  /** The raised cards make an action that can be sent; a number that cannot be is said in another way (SN-7). */
  readonly may: boolean = $derived(!!((this.choice && this.choice.may) || (this.racing && this.answer?.may && !this.answer.impossible)))

  async #changing(): Promise<boolean> {
    return !this.made || (this.#place.undo() && (await this.#place.takeBack()))
  }
  async tapPlace(place: number): Promise<void> {
    const again = this.at === place
    if (!this.free || !(await this.#changing())) return
    await tick()
    this.at = again ? null : place
    const some = this.#scene.choices.filter((one) => one.place === this.at)
    this.picked = some.length === 1 ? some[0]!.label : ''
    playSound('paper')
  }
  async tapChoice(one: Choice): Promise<void> {
    if (!this.free || !(await this.#changing())) return
    await tick()
    this.picked = this.picked === one.label ? '' : one.label
    playSound('paper')
  }
  tapAnswer({ label }: { label: string }): void {
    this.picked = this.picked === label ? '' : label
    playSound('paper')
  }
  /** Raises what a label covers, shows or places. */
  show(label: string): void {
    const found = this.#scene.choices.find((one) => one.label === label)
    this.at = found?.place ?? null
    this.picked = label
  }
  lower(): void {
    this.picked = ''
    this.at = null
  }

  /** A figure on the keyboard: the result, number or answer card that says it. */
  digit(n: number): void {
    const scene = this.#scene
    if (this.covering) {
      const found = scene.display.find((one) => one.result === n && scene.choices.some((choice) => choice.place === one.place))
      if (found) void this.tapPlace(found.place)
    } else if (this.asked) {
      const one = scene.choices.find(({ number }) => number === n)
      if (one) void this.tapChoice(one)
    } else if (this.racing) {
      const card = scene.answers.find(({ value, used }) => value === n && used === null)
      if (card) this.tapAnswer(card)
    }
  }
  /** The keys of the operations among which to choose. */
  signs(): Record<string, () => void> {
    if (!this.asked) return {}
    const offered = this.covering ? this.ways : this.#scene.choices
    const found = Object.entries(SIGNS).flatMap(([key, symbol]) => {
      const one = offered.find(({ operation }) => operation?.symbol === symbol)
      return one ? [[key, () => (this.covering ? void (this.picked = one.label) : void this.tapChoice(one))] as const] : []
    })
    return Object.fromEntries(found)
  }
}
