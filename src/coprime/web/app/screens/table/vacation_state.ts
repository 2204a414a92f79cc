/** Vacations at a table over days, in the words of one page. */
import { t } from '$app/messages'
import type { TableStore } from '$app/net/table_store.svelte'
import { formatList } from '$app/number_format'
import { leftText } from '$app/turns.svelte'

/** What stands in the section of the table's menu. */
export interface VacationState {
  /** Nobody asks and there is none; a question is open; the clock stands. */
  kind: 'none' | 'asked' | 'now'
  text: string
  /** Who has agreed, or who would like to play on. */
  others: string
  /** This page has asked for it. */
  own: boolean
  /** This page has not answered yet, or does not say yet that it would like to play on. */
  answers: boolean
}

export function vacationState({ table, moveTimes }: Pick<TableStore, 'table' | 'moveTimes'>): VacationState {
  const vacation = table?.days?.vacation
  const names = (seats: readonly number[]) =>
    formatList(
      seats.map((seat) => table?.seats[seat]?.name ?? ''),
      t('and'),
    )
  const mine = table?.you.seats ?? []
  const said = (seats: readonly number[]) => mine.some((seat) => seats.includes(seat))
  if (vacation?.now) {
    const { who, name, left, ending } = vacation.now
    return {
      kind: 'now',
      text: t('vacation.now', { name, left: leftText(moveTimes.countDown(left)) }),
      others: ending.length ? t('vacation.ending', { names: names(ending), n: ending.length }) : '',
      own: who === table?.you.who,
      answers: mine.length > 0 && !said(ending),
    }
  }
  if (vacation?.asked) {
    const { who, name, days, left, asked, agreed } = vacation.asked
    const own = who === table?.you.who
    return {
      kind: 'asked',
      text: t(own ? 'vacation.own' : 'vacation.asks', { name, n: days, left: leftText(moveTimes.countDown(left)) }),
      others: agreed.length ? t('takeback.agreed', { names: names(agreed), n: agreed.length }) : '',
      own,
      answers: !own && mine.some((seat) => asked.includes(seat)) && !said(agreed),
    }
  }
  return { kind: 'none', text: '', others: '', own: false, answers: false }
}

/** What the table says of it beside the game: that the clock stands, or that this page is to answer. */
export function vacationNotice(store: Pick<TableStore, 'table' | 'moveTimes'>): string {
  const { kind, text, answers } = vacationState(store)
  return kind === 'now' ? text : kind === 'asked' && answers ? t('vacation.notice', { name: store.table?.days?.vacation.asked?.name ?? '' }) : ''
}
