/** One item of a trainer while it is answered: what lies on the line, what was found, and what is told of a wrong number. */
import type { DrillItem } from '$app/drill_types'
import { t } from '$app/messages'
import { reasonText } from '../numbers/number_drill'
import { factorsOf, isPrime } from './primality'

const LAST_DIGITS = [1, 3, 7, 9]
/** Digits that can be typed where no keys are laid. */
const MOST_DIGITS = 9
/** Numbers below are not cut into groups. */
const GROUPED = 10_000

/** A number with its digits in groups, as the page's language cuts them. */
export function groupedNumber(n: number): string {
  if (n < GROUPED) return String(n)
  const size = Number(t('drill.group'))
  return String(n).replace(new RegExp(`\\B(?=(\\d{${size}})+$)`, 'g'), '\u202f')
}

/** Why a number is no answer, and how to see it. */
export interface WrongTry {
  n: number
  ask: string
  why: string
  /** What is shown of it: the number that is no prime, with its factors; none where it is prime. */
  whole: number
  factors: readonly number[]
}

/** Tell why a number is no answer to an item. */
export function explainWrong(item: DrillItem, n: number): WrongTry {
  const facts = { n: groupedNumber(n) }
  const told = (key: Parameters<typeof t>[0], why: string, whole = n, more = {}) => ({
    n,
    ask: t(key, { ...facts, ...more }),
    why,
    whole,
    factors: isPrime(whole) ? [] : factorsOf(whole),
  })
  if (item.question === 'quadruplet') {
    const digit = LAST_DIGITS.find((one) => !isPrime(n * 10 + one)) ?? 1
    const whole = n * 10 + digit
    return told('drill.front', reasonText(whole), whole, { digit, whole: groupedNumber(whole) })
  }
  if (n < 2) return told('drill.not_prime', t('drill.too_small'))
  if (!isPrime(n)) return told('drill.not_prime', reasonText(n, factorsOf(n), groupedNumber))
  if (item.question === 'smallest') return told('drill.larger', t('drill.larger.why'))
  return told('drill.no_divisor', t('drill.no_divisor.why', { ...facts, of: groupedNumber(item.number), rest: item.number % n }))
}

export class ItemAttempt {
  /** Places among the item's keys, in the order in which they were laid. */
  line: readonly number[] = $state.raw([])
  /** Digits that were typed, where the item has no keys. */
  private typed = $state('')
  found: readonly number[] = $state.raw([])
  wrong: readonly WrongTry[] = $state.raw([])
  /** What the last try brought; null before the first one. */
  said: { ask: string; why: string } | null = $state.raw(null)
  isOver = $state(false)

  constructor(readonly item: DrillItem) {}

  /** The item is one number, which is prime or not. */
  get isJudged(): boolean {
    return this.item.question === 'judge'
  }
  /** Any prime of all cards is right; the item's answer is an example. */
  get takesAny(): boolean {
    return this.item.question === 'any'
  }
  get takesDigits(): boolean {
    return !this.isJudged && !this.item.keys.length
  }
  get digits(): string {
    if (this.isJudged) return String(this.item.number)
    return this.takesDigits ? this.typed : this.line.map((place) => this.item.keys[place]!.digits).join('')
  }
  get number(): number {
    return Number(this.digits)
  }
  /** Something is laid that can be tried: all keys, or a number. */
  get canTry(): boolean {
    if (this.isOver) return false
    return this.takesDigits || this.isJudged ? this.digits !== '' : this.line.length === this.item.keys.length
  }
  /** All answers were found, without a wrong number; where any is enough, one was. */
  get isRight(): boolean {
    return this.isOver && !this.missed.length && (this.takesAny || !this.wrong.length)
  }
  get missed(): readonly number[] {
    return this.takesAny && this.found.length ? [] : this.item.answers.filter((n) => !this.found.includes(n))
  }

  /** Lay a key, unless it lies there. */
  press(place: number): void {
    if (!this.isOver && place < this.item.keys.length && !this.line.includes(place)) this.line = [...this.line, place]
  }
  /** Lay the first key that is typed so, or type a digit. Tells whether there was one. */
  type(letter: string): boolean {
    if (this.isOver || this.isJudged) return false
    if (this.takesDigits) {
      if (!/^\d$/.test(letter) || this.typed.length >= MOST_DIGITS || (letter === '0' && !this.typed)) return false
      this.typed += letter
      return true
    }
    const wanted = letter.toUpperCase()
    const place = this.item.keys.findIndex(({ typed, digits }, i) => (typed === wanted || digits === wanted) && !this.line.includes(i))
    this.press(place < 0 ? Infinity : place)
    return place >= 0
  }
  takeBack(at = this.line.length - 1): void {
    if (this.isOver) return
    this.line = this.line.filter((_, i) => i !== at)
    this.typed = this.typed.slice(0, -1)
  }
  clear(): void {
    if (this.isOver) return
    this.line = []
    this.typed = ''
  }
  reverse(): void {
    if (!this.isOver) this.line = [...this.line].reverse()
  }

  /** Try the number on the line. Of a number that is judged this says that it is prime, and ends it. */
  try(): void {
    if (!this.canTry) return
    const n = this.number
    if (this.takesAny ? isPrime(n) : this.item.answers.includes(n)) {
      this.said = this.found.includes(n)
        ? { ask: t('drill.again', { n: groupedNumber(n) }), why: t('drill.count', { n: this.found.length }) }
        : { ask: t('drill.found', { n: groupedNumber(n), question: this.item.question }), why: t('drill.count', { n: this.found.length + 1 }) }
      if (!this.found.includes(n)) this.found = [...this.found, n]
    } else {
      const told = explainWrong(this.item, n)
      if (!this.wrong.some((one) => one.n === n)) this.wrong = [...this.wrong, told]
      this.said = told
    }
    if (this.isJudged || (this.takesAny && this.found.length)) this.finish()
    this.clear()
  }
  /** Say that there is no more. */
  finish(): void {
    this.clear()
    this.isOver = true
  }
}
