import { t } from '$app/messages'
import type { TableStore } from '$app/net/table.svelte'

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
