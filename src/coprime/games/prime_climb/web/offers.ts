import type { Row } from './Choices.svelte'
import type { Plan } from './plan.svelte'
import { pawnName, type Choice, type PawnScene } from './scene'
import { t } from './speak'

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

/** What a plan offers next, as it stands in the list and on the board: the same moves twice. */
export interface Offers {
  plan: Plan
  names: readonly string[]
  mine: number | null
  /** Lays out a move that was chosen in the list or on the board. */
  stage: (choice: Choice, from: 'list' | 'board') => void
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
function noteOf(choice: Choice): string {
  if (choice.kind === 'spend' && choice.equation) return t('choice.spend', { n: choice.number ?? 0 })
  return choice.ok ? choice.effect : choice.why
}

/** Pawns of which two are to be swapped; none where no card asks for it. */
export function swappable(plan: Plan): PawnScene[] {
  return plan.prompted ? plan.pawns.filter((pawn) => plan.offered.some((one) => one.pawns?.includes(pawn.id))) : []
}

export const isSwap = (plan: Plan): boolean => plan.prompted && plan.offered.some((one) => one.pawns)

export function rowsOf(offers: Offers): Row[] {
  const { plan, names, mine, stage, look } = offers
  if (isSwap(plan))
    return swappable(plan).map((pawn) => ({
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
    chosen: plan.prompted ? plan.picked.includes(one.label) : undefined,
    act: () => (plan.prompted ? plan.pick(one.label) : stage(one, 'list')),
    look: () => one.target != null && look(one.target),
  }))
}

export function targetsOf(offers: Offers): Target[] {
  const { plan, names, mine, stage } = offers
  const found = new Map<number, Target>()
  if (isSwap(plan)) {
    for (const pawn of swappable(plan)) {
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
      if (one.op) Object.assign(same, { tag: `${same.tag} ${tag}` })
      continue
    }
    found.set(space, {
      space,
      tag,
      equation: one.equation || (one.effect ? `${text}: ${one.effect}` : text),
      name: [text, noteOf(one)].filter(Boolean).join(', '),
      chosen: plan.picked.includes(one.label),
      stays: !!one.op && one.from === space,
      act: () => (plan.prompted ? plan.pick(one.label) : stage(one, 'board')),
    })
  }
  return [...found.values()]
}
