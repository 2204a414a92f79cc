/**
 * A play while it is entered: cards and the signs between them in a row with a caret, as a text that is edited. Nothing
 * here changes a line; each function gives the next one. The table's rules stand in `play_check.ts`.
 */
import { countHeld, KINDS, signOfValue, valueOf, type Kind } from './scene'

export type Operator = '=' | '*' | '^'
/** A card or a sign. `value` is that of a joker; null before it has one. */
export interface Item {
  id: number
  sign: Kind | Operator
  value: number | null
}
export interface Line {
  items: readonly Item[]
  /** Where the next card goes: in front of the item of this index. */
  caret: number
  /** The item behind the caret is raised: another tap takes it out. */
  picked: boolean
  /** The joker whose value is asked for, by its id. */
  asking: number | null
  /** What `clear` took away, for `clear` to bring back. */
  cleared: readonly Item[]
}

export const EMPTY: Line = { items: [], caret: 0, picked: false, asking: null, cleared: [] }
/** How many signs the server reads in one action. */
export const UNIT = 12

let ids = 0
const item = (sign: Kind | Operator, value: number | null = null): Item => ({ id: ++ids, sign, value })
export const isCard = ({ sign }: Item): boolean => !'=*^'.includes(sign)
export const isJoker = ({ sign }: Item): boolean => sign === 'X'
const isKind = (sign: string): sign is Kind => (KINDS as readonly string[]).includes(sign)

/** Where the equals sign stands; the line's length where there is none. */
export function shownEnd(line: Pick<Line, 'items'>): number {
  const at = line.items.findIndex(({ sign }) => sign === '=')
  return at < 0 ? line.items.length : at
}
export const hasFactors = (line: Line): boolean => shownEnd(line) < line.items.length

/** How many of each kind are left beside the line, in the order of the places. */
export function cardsNotOnLine(hand: readonly number[], line: Pick<Line, 'items'>): number[] {
  return KINDS.map((kind) => countHeld(hand, kind) - line.items.filter(({ sign }) => sign === kind).length)
}

/** The first joker without a value, by its id. */
const unsaid = (items: readonly Item[]): number | null => items.find((one) => isJoker(one) && one.value === null)?.id ?? null

function edit(line: Line, items: readonly Item[], caret: number, asking = line.asking): Line {
  const there = items.some(({ id }) => id === asking)
  return { items, caret: Math.max(0, Math.min(items.length, caret)), picked: false, asking: there ? asking : null, cleared: [] }
}
const insert = (line: Line, more: readonly Item[], asking = line.asking): Line =>
  edit(line, [...line.items.slice(0, line.caret), ...more, ...line.items.slice(line.caret)], line.caret + more.length, asking)

/** Lay a card at the caret; a joker is asked for its value. The line itself where no such card is left. */
export function layCard(line: Line, hand: readonly number[], kind: Kind): Line {
  if ((cardsNotOnLine(hand, line)[KINDS.indexOf(kind)] ?? 0) < 1) return line
  const card = item(kind)
  return insert(line, [card], kind === 'X' ? card.id : null)
}

/**
 * Put a sign at the caret. There is one equals sign: a second one moves the caret between what is shown and the factors.
 * × and ^ belong behind it, and behind a card.
 */
export function insertOperator(line: Line, sign: Operator): Line {
  const end = shownEnd(line)
  if (sign === '=' && hasFactors(line)) return { ...line, caret: line.caret <= end ? line.items.length : end, picked: false, asking: null }
  if (!canOperate(line, sign)) return line
  return insert(line, [item(sign)], null)
}
export function canOperate(line: Line, sign: Operator): boolean {
  if (sign === '=') return hasFactors(line) || line.caret > 0
  const before = line.items[line.caret - 1]
  return line.caret > shownEnd(line) && !!before && isCard(before)
}

/** Say what the joker that is asked for is; the next one without a value is asked for then. */
export function declareJoker(line: Line, value: number): Line {
  const items = line.items.map((one) => (one.id === line.asking ? { ...one, value } : one))
  return { ...line, items, asking: unsaid(items), picked: false }
}

/** Put the caret in front of an item and raise it; a joker is asked for its value. A raised one is taken out. */
export function tapCard(line: Line, id: number): Line {
  const at = line.items.findIndex((one) => one.id === id)
  if (at < 0) return line
  if (line.picked && line.caret === at) return takeOut(line, id)
  return { ...line, caret: at, picked: true, asking: isJoker(line.items[at]!) ? id : null }
}

export function takeOut(line: Line, id: number): Line {
  const at = line.items.findIndex((one) => one.id === id)
  if (at < 0) return line
  const items = line.items.filter((one) => one.id !== id)
  return edit(line, items, line.caret > at ? line.caret - 1 : line.caret)
}

/** What Backspace takes out: the raised item, or the one in front of the caret. */
export function deleteBeforeCaret(line: Line): Line {
  const gone = line.picked ? line.items[line.caret] : line.items[line.caret - 1]
  return gone ? takeOut(line, gone.id) : line
}
/** What Delete takes out: the item behind the caret. */
export function remove(line: Line): Line {
  const gone = line.items[line.caret]
  return gone ? takeOut(line, gone.id) : line
}

/** Put the caret elsewhere: by steps, or at an end. */
export const step = (line: Line, by: number): Line => goTo(line, line.caret + by)
export const goTo = (line: Line, caret: number): Line => ({
  ...line,
  caret: Math.max(0, Math.min(line.items.length, caret)),
  picked: false,
  asking: unsaid(line.items.filter(({ id }) => id === line.asking)),
})

/** Move an item to another index; it stays raised. */
export function move(line: Line, id: number, to: number): Line {
  const from = line.items.findIndex((one) => one.id === id)
  const at = Math.max(0, Math.min(line.items.length - 1, to))
  if (from < 0) return line
  const items = line.items.filter((one) => one.id !== id)
  items.splice(at, 0, line.items[from]!)
  return { ...line, items, caret: at, picked: true, cleared: [] }
}
/** Move the raised item, or the one in front of the caret, by one place. */
export function shiftCard(line: Line, by: number): Line {
  const at = line.picked ? line.caret : line.caret - 1
  const one = line.items[at]
  return one ? move(line, one.id, at + by) : line
}

/** All cards that are left, at the caret in the order of the places. */
export function all(line: Line, hand: readonly number[]): Line {
  const more = cardsNotOnLine(hand, line).flatMap((n, at) => Array.from({ length: Math.max(0, n) }, () => item(KINDS[at]!)))
  if (!more.length) return line
  return insert(line, more, unsaid([...line.items, ...more]))
}

/** Turn the shown cards around, where no factors stand behind them. */
export function reverse(line: Line): Line {
  if (hasFactors(line) || line.items.length < 2) return line
  return edit(line, line.items.toReversed(), line.picked ? line.items.length - line.caret : line.items.length)
}

/** Take everything off the line; again, and it is back. */
export function clear(line: Line): Line {
  if (!line.items.length && line.cleared.length) return { ...EMPTY, items: line.cleared, caret: line.cleared.length, asking: unsaid(line.cleared) }
  return { ...EMPTY, cleared: line.items }
}

/** The line without what a hand does not hold any more; the same line where it holds everything. */
export function fitLineToHand(line: Line, hand: readonly number[]): Line {
  const left = new Map(KINDS.map((kind) => [kind as string, countHeld(hand, kind)]))
  const items = line.items.filter((one) => {
    if (!isCard(one)) return true
    const n = left.get(one.sign)!
    left.set(one.sign, n - 1)
    return n > 0
  })
  if (items.length === line.items.length) return line
  return items.some(isCard) ? edit(line, items, line.caret) : EMPTY
}

/** Items in notation: `KK=A3*TX|X=A`. What follows the last value needs no sign. */
export function lineNotation(items: readonly Item[]): string {
  const values = items.filter(isJoker).map(({ value }) => (value === null ? '?' : signOfValue(value)))
  while (values.at(-1) === '?') values.pop()
  return items.map(({ sign }) => sign).join('') + values.map((value) => `|X=${value}`).join('')
}

/** The actions that play the line: what is longer than a unit is laid first, in one message. `kept` is what the server has of it. */
export function playLabels(line: Line, kept = ''): string[] {
  const units: string[] = kept ? ['clear'] : []
  for (let at = 0; at < line.items.length; at += UNIT) {
    const last = at + UNIT >= line.items.length
    units.push(`${last ? 'play' : 'add'} ${lineNotation(line.items.slice(at, at + UNIT))}`)
  }
  return units
}

/** Why a text is no line: a sign that cannot be read, a card that is not held, a value without a joker. */
export type Unread = { why: 'sign' | 'card' | 'value'; text: string }

/**
 * Read a line as people type it or as a record has it: with spaces, 1 for A, 10 for T, × or x between factors, and the
 * marks of a record's turn around it. A line that is being typed may be unfinished.
 */
export function parseLine(text: string, hand: readonly number[]): Line | Unread {
  const bare = text
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/^[^:|]*:/, '')
    .replace(/^(\[R\]|[Dd]\(\w\))+/, '')
    .replace(/,[Pp]\(.*$|(\[\w+\]|#)+$/g, '')
  const [play = '', ...declared] = bare.split('|')
  const [shown = '', ...factors] = play.split('=')
  const written = [shown.toUpperCase(), ...factors.map((part) => part.replace(/[x×·]/g, '*').toUpperCase())].join('=')
  const items: Item[] = []
  for (const sign of written.replace(/10/g, 'T').replace(/1/g, 'A')) {
    if (isKind(sign) || '=*^'.includes(sign)) items.push(item(sign as Kind | Operator))
    else return { why: 'sign', text: sign }
  }
  const jokers = items.filter(isJoker)
  for (const part of declared) {
    const said = /^X=(\?|0|1[0-3]?|[A2-9TJQK])$/i.exec(part)?.[1]?.toUpperCase()
    const joker = jokers.shift()
    if (!said || !joker) return { why: 'value', text: part }
    joker.value = said === '?' ? null : /^1?\d$/.test(said) ? Number(said) : valueOf(said)
  }
  const missing = cardsNotOnLine(hand, { items }).findIndex((n) => n < 0)
  if (missing >= 0) return { why: 'card', text: KINDS[missing]! }
  return { ...EMPTY, items, caret: items.length, asking: unsaid(items) }
}
