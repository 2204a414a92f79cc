import { t } from '$app/messages'
import type { TableStore } from '$app/net/table.svelte'
import type { Line } from '$app/net/wire'
import { flow } from '$app/numbers'

/** What there is to say of a table beside which one plays on. `first`: it goes before the news where there is one line. */
export interface Passing {
  text: string
  first: boolean
}

export function passing({ table, trouble }: Pick<TableStore, 'table' | 'trouble'>): Passing[] {
  if (!table) return []
  // At a table of a class the host is its teacher, who is at all of them.
  const host = table.classroom ? undefined : table.people.find((one) => one.who === table.host)
  const playing = table.phase !== 'lobby' && table.phase !== 'over'
  return [
    { text: trouble, first: true },
    { text: host && !host.here ? t('host.away', { name: host.name }) : '', first: true },
    ...table.seats.map((chair) => ({ text: playing && chair.away ? t('seat.away.notice', { name: chair.name }) : '', first: false })),
  ].filter(({ text }) => text)
}

/** The line of news: what has happened after that step, the newest first, and what there is to say beside it. */
export function newsOf(store: TableStore, lines: readonly Line[], acted: number): string {
  const aside = passing(store)
  const happened = lines
    .filter((one) => one.step > acted)
    .slice(-4)
    .reverse()
  return flow([...aside.filter(({ first }) => first), ...happened, ...aside.filter(({ first }) => !first)].map(({ text }) => text))
}
