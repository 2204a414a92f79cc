import type { Keepsakes, LogLine } from '$app/table/contract'
import { t } from './messages'
import type { SecretNumber } from './scene'

/** The last secret number, and round it those of the earlier games and the right answers of whoever looks on. */
export function keepsakes(scene: SecretNumber, lines: readonly LogLine[], seats: readonly number[]): Keepsakes {
  const secrets = lines.flatMap(({ detail }) => (typeof detail?.secret === 'number' ? [detail.secret] : []))
  const right = scene.piles.flatMap(({ cards }) => cards.filter(({ seat, right }) => right && seats.includes(seat)))
  const last = secrets.at(-1)
  return {
    middle: last === undefined ? '' : String(last),
    said: last === undefined ? '' : t('win.secret', { n: secrets.length }),
    cards: [...right.map(({ value }) => value ?? ''), ...secrets.slice(0, -1)].map((figure) => ({ figure })),
  }
}
