import { formatList } from '$app/number_format'
import type { Row } from './MoveList.svelte'
import type { Plan } from './turn_plan.svelte'
import { ownerOf, pawnName, type Choice, type Climb, type PawnScene } from './scene'
import { t } from './messages'

/** A space that can be moved to, or a pawn that can be chosen there. */
export interface Target {
  space: number
  /** +3, or both ways when two operations lead to the same space. */
  tag: string
  /** 26 + 3 = 29 */
  equation: string
  /** equation and what it brings, for a name */
  name: string
  chosen: boolean
  /** The pawn stands there already. */
  stays?: boolean
  act: () => void
}

/** Where a move was chosen. */
export type From = 'list' | 'board' | 'keys'

/** What a plan offers next, as it stands in the list and on the board: the same moves twice. */
export interface Offers {
  plan: Plan
  names: readonly string[]
  mine: number | null
  /** A move is chosen first, and laid out by the dark button. */
  choosing: boolean
  /** Lays out a move that was chosen in the list or on the board. */
  stage: (choice: Choice, from: From) => void
  /** Shows a space beside the board. */
  look: (space: number | null) => void
}

/** A move in words: its equation where it has one. */
export function textOf(choice: Choice, { plan, names, mine }: Pick<Offers, 'plan' | 'names' | 'mine'>): string {
  if (choice.equation) return choice.equation
  if (choice.kind === 'spend') return t('choice.lose', { n: choice.number ?? 0 })
  if (choice.kind === 'limit') return names[choice.seat ?? 0] ?? ''
  if (choice.kind === 'take') return t('take', { card: choice.card?.title ?? '', who: choice.text ?? '' })
  const pawn = plan.pawns.find(({ id }) => id === choice.pawn)
  return choice.text ?? (pawn ? pawnName(pawn, names, mine) : t('choice.none'))
}

/** What a move brings, or why it cannot be. */
export function noteOf(choice: Choice): string {
  if (choice.kind === 'spend' && choice.equation) return t('choice.spend', { n: choice.number ?? 0 })
  return choice.ok ? choice.effect : choice.why
}

/** What the dark button says of a chosen move. */
export function moveOf(one: Choice, { names }: Pick<Offers, 'names'>): string {
  if (one.kind === 'limit') return t('move.limit', { who: names[one.seat ?? 0] ?? '' })
  if (one.kind === 'clear') return t('move.clear', { card: one.card?.title ?? '' })
  if (one.target == null) return t('move.lose', { n: one.number ?? 0 })
  return t(one.target === one.from ? 'move.stay' : 'move.to', { n: one.target })
}

/** As many letters stand in one line beside the dice; those of Chinese and Japanese are twice as wide. */
const LINE = 28
const width = (text: string) => text.length + (text.match(/[\u2e80-\uffff]/g)?.length ?? 0)

/** What is asked; of a move that is chosen, what it brings. */
export function sentenceOf(plan: Plan): Pick<Climb, 'ask' | 'why'> {
  const { ask, why } = plan.shown
  const { chosen } = plan
  const note = chosen && noteOf(chosen)
  if (!note) return { ask, why }
  const whole = chosen.equation ? t('effect.of', { what: chosen.equation, note }) : ''
  return { ask, why: whole && width(whole) <= LINE ? whole : t('effect.alone', { note: `${note[0]!.toUpperCase()}${note.slice(1)}` }) }
}

const SIGNS: Record<string, string> = { '+': '+', '-': '−', '−': '−', '*': '×', x: '×', '×': '×', '/': '÷', ':': '÷', '÷': '÷' }

/** The keys of the operations. */
export function signs({ plan, choosing, stage }: Offers): Record<string, () => void> {
  const press = (op: string) => () => {
    const one = plan.offered.find((choice) => choice.op === op && choice.ok)
    if (one && choosing) plan.pick(one.label)
    else if (one) stage(one, 'keys')
  }
  return Object.fromEntries(Object.entries(SIGNS).map(([key, op]) => [key, press(op)]))
}

/** Where own pawns stood that planned moves have moved. */
export function ghostsOf(before: readonly PawnScene[], now: readonly PawnScene[], mine: number | null): { pawn: string; space: number }[] {
  const moved = (pawn: PawnScene) => ownerOf(pawn.id) === mine && now.find(({ id }) => id === pawn.id)?.space !== pawn.space
  return before.flatMap((pawn) => (pawn.space !== null && moved(pawn) ? [{ pawn: pawn.id, space: pawn.space }] : []))
}

/** Pawns of which two are to be swapped; none where no card asks for it. */
export function swappablePawns(plan: Plan): PawnScene[] {
  return plan.prompted ? plan.pawns.filter((pawn) => plan.offered.some((one) => one.pawns?.includes(pawn.id))) : []
}

export const isSwap = (plan: Plan): boolean => plan.prompted && plan.offered.some((one) => one.pawns)

export function rowsOf(offers: Offers): Row[] {
  const { plan, names, mine, choosing, stage, look } = offers
  if (isSwap(plan))
    return swappablePawns(plan).map((pawn) => ({
      key: pawn.id,
      text: pawnName(pawn, names, mine),
      figures: false,
      note: '',
      ok: true,
      chosen: plan.picked.includes(pawn.id),
      act: () => plan.pick(pawn.id),
      look: () => look(pawn.space),
    }))
  return plan.offered.map((one, i) => ({
    key: one.op ? one.op : `${one.kind}.${i}`,
    text: textOf(one, offers),
    figures: !!one.equation,
    note: noteOf(one),
    ok: one.ok,
    chosen: plan.prompted || choosing ? !!one.label && plan.picked.includes(one.label) : undefined,
    act: () => (plan.prompted || choosing ? plan.pick(one.label) : stage(one, 'list')),
    look: () => one.target != null && look(one.target),
  }))
}

export function targetsOf(offers: Offers): Target[] {
  const { plan, names, mine, choosing, stage } = offers
  const found = new Map<number, Target>()
  if (isSwap(plan)) {
    for (const pawn of swappablePawns(plan)) {
      const chosen = plan.picked.includes(pawn.id)
      const there = found.get(pawn.space!)
      if (there && (there.chosen || !chosen)) continue
      const name = pawnName(pawn, names, mine)
      found.set(pawn.space!, { space: pawn.space!, tag: '↔', equation: name, name, chosen, act: () => plan.pick(pawn.id) })
    }
    return [...found.values()]
  }
  for (const one of plan.offered) {
    const space = one.target ?? (one.pawn ? plan.pawns.find(({ id }) => id === one.pawn)?.space : null)
    if (!one.ok || space == null) continue
    const text = textOf(one, offers)
    const tag = one.tag ?? (plan.prompted ? (plan.shown.card?.title ?? '') : (one.card?.title ?? text))
    const same = found.get(space)
    if (same) {
      // Two operations that lead to the same space are one target.
      if (one.op) Object.assign(same, { tag: `${same.tag} ${tag}`, chosen: same.chosen || plan.picked.includes(one.label) })
      continue
    }
    found.set(space, {
      space,
      tag,
      equation: one.equation || (one.effect ? t('brings', { what: text, effect: one.effect }) : text),
      name: formatList([text, noteOf(one)].filter(Boolean)),
      chosen: plan.picked.includes(one.label),
      stays: !!one.op && one.from === space,
      act: () => (plan.prompted || choosing ? plan.pick(one.label) : stage(one, 'board')),
    })
  }
  return [...found.values()]
}
