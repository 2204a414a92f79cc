/** What a teacher sees of the tables of a round, and what of it matters most. Knows no game. */
import type { LogLine } from '$app/api'
import type { Pupil } from '$app/class_api'
import type { Teaching } from '$app/net/wire_messages'

export interface SeatStatus {
  seat: number
  name: string
  turn: boolean
  /** No bot. */
  person: boolean
  /** The teacher's own. */
  own: boolean
  /** A person who is not connected. */
  gone: boolean
  /** Asks for the teacher. */
  calls: boolean
}
export interface TableStatus {
  /** Its number in the class, from 1. */
  n: number
  code: string
  state: 'playing' | 'paused' | 'over' | 'lost'
  /** Seconds since something happened. */
  idleSeconds: number
  seats: SeatStatus[]
  /** The last line of the log. */
  last: string
  tried: AttemptCounts
  refused: Teaching['refused']
}
/** Numbers that were taken for primes, in their order, and how often something else went wrong. */
export interface AttemptCounts {
  numbers: number[]
  others: number
}

/** So many seconds without an event, and a table may need its teacher. */
export const STUCK_SECONDS = 90

export const isStuck = ({ state, idleSeconds: still }: TableStatus): boolean => state === 'playing' && still >= STUCK_SECONDS
/** Names of those who are to act at a table: people before bots, and never the teacher who reads this. */
export function awaitedNames({ seats }: TableStatus): string[] {
  const turn = seats.filter((one) => one.turn && !one.own)
  const people = turn.filter((one) => one.person)
  return (people.length ? people : turn).map((one) => one.name)
}

export interface RoundOverview {
  /** The table that has stood still longest, if that is too long. */
  longest: TableStatus | null
  asking: TableStatus[]
  gone: { name: string; n: number }[]
  /** Tables that simply play on. */
  on: number
  over: number
  paused: number
  /** Where the teacher should look now. */
  look: TableStatus | null
}

export function summarizeRound(statuses: readonly TableStatus[]): RoundOverview {
  const longest = statuses.filter(isStuck).reduce<TableStatus | null>((most, one) => (most && most.idleSeconds >= one.idleSeconds ? most : one), null)
  const asking = statuses.filter((one) => one.state !== 'over' && one.seats.some(({ calls }) => calls))
  const gone = statuses.flatMap((one) => (one.state === 'over' ? [] : one.seats.filter((seat) => seat.gone).map(({ name }) => ({ name, n: one.n }))))
  const needs = (one: TableStatus) => isStuck(one) || asking.includes(one)
  const lost = statuses.find((one) => gone.some(({ n }) => n === one.n)) ?? null
  return {
    longest,
    asking,
    gone,
    on: statuses.filter((one) => one.state === 'playing' && !needs(one)).length,
    over: statuses.filter(({ state }) => state === 'over').length,
    paused: statuses.filter(({ state }) => state === 'paused').length,
    look: longest ?? asking[0] ?? lost,
  }
}

/** Who asks for their teacher where there are no tables, the first first. */
export const pupilsAskingForHelp = (pupils: readonly Pupil[]): Pupil[] => pupils.filter((one) => one.called).sort((a, b) => a.called - b.called)

/** Count the failures in a log: numbers that the judge refused as primes, and the rest. */
export function countFailures(lines: readonly LogLine[]): AttemptCounts {
  const failed = lines.filter(({ mark }) => mark === 'failed')
  const judged = failed.map(({ detail }) => (detail as { judge?: { number: number; prime: boolean } } | null)?.judge)
  const numbers = judged.flatMap((judge) => (judge && !judge.prime ? [judge.number] : []))
  return { numbers, others: failed.length - numbers.length }
}

/** How often each number was taken for a prime, the most frequent first. */
export function countNumbers(numbers: readonly number[]): { number: number; n: number }[] {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].map(([number, n]) => ({ number, n })).sort((a, b) => b.n - a.n || a.number - b.number)
}

/** How often each rule has refused something, with what was said the last time. */
export function countByRule(refused: Teaching['refused']): { rule: string; sentence: string; n: number }[] {
  const rules = new Map<string, { rule: string; sentence: string; n: number }>()
  for (const { rule, sentence } of refused) {
    const key = rule || sentence
    rules.set(key, { rule, sentence, n: (rules.get(key)?.n ?? 0) + 1 })
  }
  return [...rules.values()].sort((a, b) => b.n - a.n || a.rule.localeCompare(b.rule))
}

/** Assign names to groups: the chosen number, else the first group with a free place. */
export function assignGroups(names: readonly string[], chosen: Readonly<Record<string, number>>, seats: number): Map<string, number> {
  const sizes = new Map<number, number>()
  const found = new Map<string, number>()
  const put = (name: string, group: number) => {
    found.set(name, group)
    sizes.set(group, (sizes.get(group) ?? 0) + 1)
  }
  for (const name of names) if (chosen[name]) put(name, chosen[name])
  for (const name of names) {
    if (found.has(name)) continue
    let group = 1
    while ((sizes.get(group) ?? 0) >= seats) group++
    put(name, group)
  }
  return found
}

/** List the names of each group, the groups in the order of their numbers. */
export function groupMembers(groups: ReadonlyMap<string, number>): string[][] {
  const numbers = [...new Set(groups.values())].sort((a, b) => a - b)
  return numbers.map((number) => [...groups].filter(([, group]) => group === number).map(([name]) => name))
}
