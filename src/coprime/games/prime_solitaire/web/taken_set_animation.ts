import { elementBox, animateTravel, showOver } from '$app/table/card_motion'
import { motionMs } from '$app/motion'
import type { Solitaire } from './scene'

/** `42 = 6 × 7`: the largest number is what the others multiply to. */
export function equationOf(numbers: readonly number[]): string {
  const [answer, ...others] = [...numbers].sort((a, b) => b - a)
  return others.length ? `${answer} = ${others.reverse().join(' × ')}` : ''
}

/** The cards of a set that was taken come together where their product stood, and leave their equation. */
export function animateTakenSet(mat: HTMLElement, from: Solitaire, to: Solitaire): void {
  const stays = new Set(to.foundation.map((card) => card.id))
  const ofStack = [...mat.querySelectorAll<HTMLElement>('.turned .card')].slice(to.stack.length)
  const gone = [...from.foundation.filter((card) => !stays.has(card.id)).map((card) => mat.querySelector<HTMLElement>(`[data-place="${card.id}"]`)), ...ofStack]
  const meeting = elementBox(mat.querySelector('.sums'))
  showOver(equationOf(gone.flatMap((card) => Number(card?.querySelector('.n')?.textContent) || [])), meeting, { on: true, wait: motionMs('slide') })
  gone.forEach((card, i) => {
    const start = elementBox(card)
    if (!card || !start || !meeting) return
    // Side by side where there is room, else one over the other.
    const step = Math.min(start.width + 4, (meeting.width - start.width) / Math.max(1, gone.length - 1))
    const left = meeting.left + (meeting.width - start.width) / 2 + (i - (gone.length - 1) / 2) * step
    card.removeAttribute('data-place')
    animateTravel(card, start, { left, top: meeting.top + (meeting.height - start.height) / 2, width: start.width, height: start.height })
  })
}
