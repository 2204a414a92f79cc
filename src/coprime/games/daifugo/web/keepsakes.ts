import type { Keepsakes, LogLine } from '$app/table/contract'
import { t } from './messages'
import { cardFace, type CardScene, type Daifugo, type Played } from './scene'

/** The last play of the winner, and round it what was played in the last hand by those who look on, the strongest cards first. */
export function keepsakes(scene: Daifugo, lines: readonly LogLine[], seats: readonly number[]): Keepsakes {
  const dealt = lines.findLastIndex(({ detail }) => detail && 'deal' in detail)
  const plays = lines.slice(dealt + 1).flatMap(({ detail }) => (detail?.play ? [detail.play as Played] : []))
  const last = plays.findLast(({ seat }) => scene.over?.winners.includes(seat))
  const strength = ({ joker, rank }: CardScene) => (joker ? scene.ranks.length : scene.ranks.indexOf(rank))
  const own = plays.filter((play) => seats.includes(play.seat) && play !== last).flatMap(({ cards }) => cards)
  return {
    middle: (last?.cards ?? []).map(cardFace),
    said: last ? t('win.last') : '',
    cards: own.toSorted((a, b) => strength(b) - strength(a)).map(cardFace),
  }
}
