/** The sentences beside a table: notices, and the line of news. */
import { t } from '$app/messages'
import type { TableStore } from '$app/net/table_store.svelte'
import type { LogLine } from '$app/net/wire_messages'
import { joinSentences } from '$app/number_format'
import { leftText, moveTimeText } from '$app/turns.svelte'
import { vacationNotice } from './vacation_state'

/** A notice about a table, beside which one plays on. `first`: it goes before the news where there is one line. */
export interface TableNotice {
  text: string
  first: boolean
}

/** What is said of the time of a move at a table over days. */
export function daysTexts({ table, moveTimes }: Pick<TableStore, 'table' | 'moveTimes'>): string[] {
  if (!table) return []
  const { days, you } = table
  if (!days) return []
  if (table.phase === 'lobby') return [t('days.lobby', { time: moveTimeText(days.hours) })]
  const times = table.seats.map(({ seat, name, away }) => {
    const left = moveTimes.secondsLeft(seat)
    if (left === null || days.stands) return ''
    if (away) return t('days.late', { name })
    return you.seats.includes(seat) ? t('days.mine', { left: leftText(left) }) : t('days.theirs', { name, left: leftText(left) })
  })
  return [vacationNotice({ table, moveTimes }), ...times]
}

export function tableNotices({
  table,
  trouble,
  announcements,
  directorNotice,
  invitations,
  moveTimes,
}: Pick<TableStore, 'table' | 'trouble' | 'announcements' | 'directorNotice' | 'invitations' | 'moveTimes'>): TableNotice[] {
  if (!table) return []
  // At a table of a class the host is its teacher, who is at all of them.
  const host = table.classroom || table.tournament || table.days ? undefined : table.people.find((one) => one.who === table.host)
  const playing = table.phase !== 'lobby' && table.phase !== 'over'
  return [
    { text: trouble, first: true },
    { text: directorNotice && t('tournament.notice.table', { text: directorNotice }), first: true },
    ...announcements.texts.map((text) => ({ text, first: true })),
    ...invitations.map(({ name, title }) => ({ text: t(name ? 'invited.notice' : 'invited.notice.nameless', { name, title }), first: true })),
    { text: host && !host.here ? t('host.away', { name: host.name }) : '', first: true },
    { text: table.rated && table.phase === 'lobby' ? t('rated.lobby') : '', first: false },
    ...daysTexts({ table, moveTimes }).map((text) => ({ text, first: false })),
    ...table.seats.map((chair) => ({ text: playing && chair.away && !table.days ? t('seat.away.notice', { name: chair.name }) : '', first: false })),
  ].filter(({ text }) => text)
}

/** The line of news: what has happened after that step, the newest first, and what there is to say beside it. */
export function newsText(store: TableStore, lines: readonly LogLine[], acted: number): string {
  const notices = [...(store.reaction ? [{ text: store.reaction, first: true }] : []), ...tableNotices(store)]
  const happened = lines
    .filter((one) => one.step > acted)
    .slice(-4)
    .reverse()
  return joinSentences([...notices.filter(({ first }) => first), ...happened, ...notices.filter(({ first }) => !first)].map(({ text }) => text))
}
