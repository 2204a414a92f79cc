import { t } from '$app/messages'
import type { Table } from '$app/net/wire_messages'
import { formatList, joinSentences } from '$app/number_format'

/** The open question whether a move may be taken back, in the words of one page; null where nobody asks. */
export interface TakeBackQuestion {
  ask: string
  /** What was played, and who has agreed. */
  why: string
  /** This page is to answer. */
  answers: boolean
  /** This page has asked. */
  own: boolean
}

export function takeBackQuestion(table: Table, names: readonly string[]): TakeBackQuestion | null {
  const open = table.take_back.asked
  if (!open) return null
  const mine = table.you.seats
  const own = mine.includes(open.seat)
  const name = (seat: number) => names[seat] ?? ''
  const agreed = open.agreed.length ? t('takeback.agreed', { names: formatList(open.agreed.map(name), t('and')), n: open.agreed.length }) : ''
  return {
    ask: own ? t('takeback.own') : t('takeback.asks', { name: name(open.seat) }),
    why: joinSentences([open.text, agreed, t('takeback.silence')].filter(Boolean)),
    answers: !own && open.asked.some((seat) => mine.includes(seat) && !open.agreed.includes(seat)),
    own,
  }
}
