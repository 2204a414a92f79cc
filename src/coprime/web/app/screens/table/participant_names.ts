/** What seats, people and teams are called at a table. */
import type { Scene, SeatInfo, Table } from '$app/net/wire_messages'
import { t } from '$app/messages'
import { formatList } from '$app/number_format'
import type { TableModule } from '$app/table/contract'

export const namesOf = (seats: readonly SeatInfo[]): string[] => seats.map((seat) => seat.name || t('seat.free'))

/** What somebody at this table is called; '' for nobody. */
export const personName = (table: Table, who: number | null): string => table.people.find((one) => one.who === who)?.name ?? ''

/** What the people of a seat's team are called, in the order of their coming. */
export const teamNames = (table: Table, { team }: SeatInfo): string[] => team.map((who) => personName(table, who)).filter(Boolean)

/** Describe who sits in a seat: the host, or a person who is connected or not. */
export function presenceText(table: Table, { who, team, here }: SeatInfo): string {
  if (![who, ...team].includes(table.host)) return t(here ? 'seat.here' : 'seat.nothere')
  return table.host_for === null ? t('seat.host') : t('seat.host.until', { name: personName(table, table.host_for) })
}

/** Who else asks for another match, as a sentence; '' for nobody. */
export function wishText(table: Table): string {
  const names = table.rematch.filter((who) => who !== table.you.who).map((who) => personName(table, who))
  return names.length ? t('over.wish', { names: formatList(names, t('and')), n: names.length }) : ''
}

/** An id for a message that has no answer of its own: with it a refusal of this message differs from others. */
export const randomMessageId = (): string => Math.random().toString(36).slice(2)

/** The words beside a table's title: the game's own, where it has any, and that somebody only watches. */
export function noteText(drawn: TableModule | undefined, scene: Scene | undefined, names: string[], mine: number | null, watches: boolean): string {
  const words = scene && drawn?.note ? (drawn.note as (scene: Scene, names: string[], mine: number | null) => string)(scene, names, mine) : ''
  return [watches && t('watching'), words].filter(Boolean).join(' · ')
}
