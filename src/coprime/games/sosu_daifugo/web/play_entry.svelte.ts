import { untrack } from 'svelte'
import * as line from './play_line'
import { isJoker, type Line, type Operator } from './play_line'
import { readLine, splitIntoRuns, type Reading, type Run } from './line_numbers'
import { KINDS, valueOf, type Kind, type Sosu } from './scene'

/** The play that is being entered, and what was done to it last, for a screen reader. */
export class Entry {
  line: Line = $state.raw(line.EMPTY)
  /** The last change: a key of the messages, and the kind it was about. */
  done: { what: 'laid' | 'out' | 'value' | 'line' | 'place'; kind: Kind | '' } = $state.raw({ what: 'line', kind: '' })
  readonly #scene: () => Sosu

  constructor(scene: () => Sosu) {
    this.#scene = scene
    // Cards that were played or given back somewhere else are not on the line any more.
    $effect.pre(() => {
      const { hand } = scene()
      untrack(() => (this.line = line.fitLineToHand(this.line, hand)))
    })
  }

  readonly reading: Reading = $derived.by(() => readLine(this.line))
  readonly runs: Run[] = $derived.by(() => splitIntoRuns(this.line.items))
  /** What is left beside the line, by place. */
  readonly rest: number[] = $derived.by(() => line.cardsNotOnLine(this.#scene().hand, this.line))
  readonly text: string = $derived.by(() => line.lineNotation(this.line.items))
  /** The places mean the value of a joker. */
  readonly asking: boolean = $derived.by(() => this.line.asking !== null)
  /** The value that the joker has which is asked for. */
  readonly value: number | null = $derived.by(() => this.line.items.find(({ id }) => id === this.line.asking)?.value ?? null)

  #set(next: Line, what: Entry['done']['what'] = 'line', kind: Kind | '' = ''): void {
    if (next === this.line) return
    this.line = next
    this.done = { what, kind }
  }

  /** A place was pressed: it lays its card, or says what the joker is. */
  press(kind: Kind): void {
    const { rules, wanted } = this.#scene()
    const pair = kind === 'X' && wanted.alone.includes(2) && this.line.items.length === 1 && this.value === null
    if (this.asking && !pair) {
      if (kind !== 'X' || rules.zero) this.#set(line.declareJoker(this.line, valueOf(kind)), 'value', kind)
    } else this.#set(line.layCard(this.line, this.#scene().hand, kind), 'laid', kind)
  }
  operate(sign: Operator): void {
    if (sign !== '=' || this.#scene().rules.composites) this.#set(line.insertOperator(this.line, sign))
  }
  tap(id: number): void {
    const one = this.line.items.find((item) => item.id === id)
    if (!one) return
    const out = this.line.picked && this.line.items[this.line.caret] === one
    this.#set(line.tapCard(this.line, id), out ? 'out' : 'place', this.#kindOf(one.sign))
  }
  /** Raise a card; one that is raised stays so. */
  pick(id: number): void {
    if (!this.line.picked || this.line.items[this.line.caret]?.id !== id) this.tap(id)
  }
  takeOut(id: number): void {
    const one = this.line.items.find((item) => item.id === id)
    if (one) this.#set(line.takeOut(this.line, id), 'out', this.#kindOf(one.sign))
  }
  back(): void {
    this.#remove(line.deleteBeforeCaret(this.line))
  }
  remove(): void {
    this.#remove(line.remove(this.line))
  }
  #remove(next: Line): void {
    const gone = this.line.items.find((one) => !next.items.includes(one))
    this.#set(next, 'out', gone ? this.#kindOf(gone.sign) : '')
  }
  move(id: number, to: number): void {
    this.#set(line.move(this.line, id, to))
  }
  shift(by: number): void {
    this.#set(line.shiftCard(this.line, by))
  }
  step(by: number): void {
    this.#set(line.step(this.line, by), 'place')
  }
  goTo(caret: number): void {
    this.#set(line.goTo(this.line, caret), 'place')
  }
  all(): void {
    this.#set(line.all(this.line, this.#scene().hand))
  }
  reverse(): void {
    this.#set(line.reverse(this.line))
  }
  clear(): void {
    this.#set(line.clear(this.line))
  }
  /** The line is empty, and nothing is kept: it was played. */
  empty(): void {
    this.#set(line.EMPTY)
  }
  /** Take a line as it is written; what is wrong with it, or null. */
  write(text: string): line.Unread | null {
    const read = line.parseLine(text, this.#scene().hand)
    if ('why' in read) return read
    this.#set(read)
    return null
  }
  labels(): string[] {
    return line.playLabels(this.line, this.#scene().line)
  }
  can(sign: Operator): boolean {
    return line.canOperate(this.line, sign) && (sign !== '=' || this.#scene().rules.composites)
  }
  /** Whether the hand has the cards of a line in notation. */
  holds(text: string): boolean {
    return !('why' in line.parseLine(text, this.#scene().hand))
  }
  /** The caret stands among the factors, so that the shown cards fold. */
  get atFactors(): boolean {
    return line.hasFactors(this.line) && this.line.caret > line.shownEnd(this.line)
  }
  get shownEnd(): number {
    return line.shownEnd(this.line)
  }
  /** The cards that All would lay. */
  get left(): number {
    return this.rest.reduce((sum, n) => sum + Math.max(0, n), 0)
  }
  /** How many jokers on the line have no value. */
  get open(): number {
    return this.line.items.filter((one) => isJoker(one) && one.value === null).length
  }
  #kindOf(sign: string): Kind | '' {
    return (KINDS as readonly string[]).includes(sign) ? (sign as Kind) : ''
  }
}
