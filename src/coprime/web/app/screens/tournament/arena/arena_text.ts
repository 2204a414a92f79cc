/** What the pages of an arena say of it. */
import { timeOf } from '$app/dates'
import { t } from '$app/messages'
import { formatList } from '$app/number_format'
import type { Tournament } from '$app/tournament_api'
import { countPlaying, pairingOf, playerHeadline, winners, type Headline } from '../tournament_text'

/** "14:20", "1:02:03" */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  const two = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** The same as it is spoken, in whole minutes until the last one. */
export const speakSeconds = (seconds: number): string =>
  seconds > 60 ? t('arena.left.minutes', { n: Math.ceil(seconds / 60) }) : t('arena.left.seconds', { n: Math.max(0, Math.ceil(seconds)) })

type Arena = Pick<Tournament, 'state' | 'arena'>

/** The time is over, and games that run still count. */
export const isInGrace = ({ state, arena }: Arena): boolean => state === 'running' && !!arena && arena.left <= 0

/** "12 tables play, 3 players wait" */
export function doingText({ arena }: Pick<Tournament, 'arena'>): string {
  if (!arena) return ''
  const { running, free } = arena
  const doing = [running || !free ? t('arena.playing', { n: running }) : '', free ? t('arena.waiting', { n: free }) : '']
  return formatList(doing.filter(Boolean))
}

export const untilText = ({ arena }: Pick<Tournament, 'arena'>): string => (arena ? t('arena.until', { time: timeOf(arena.until * 1000), n: arena.grace }) : '')

/** Who has won. */
export function arenaFinal({ standings, arena }: Pick<Tournament, 'standings' | 'arena'>): Headline {
  const over = arena?.over ?? 0
  const first = winners(standings)
  if (!over || !first.length) return { ask: t('tournament.won.nobody'), why: t('arena.final.none') }
  const ask = first.length === 1 ? t('tournament.won.one', { name: first[0]! }) : t('tournament.won.many', { names: formatList(first, t('and')) })
  return { ask, why: t('arena.final.after', { n: over }) }
}

/** What the director is told first. */
export function arenaDirectorHeadline(tournament: Tournament): Headline {
  if (tournament.state === 'over') return arenaFinal(tournament)
  if (tournament.state === 'entry') {
    const n = countPlaying(tournament)
    return { ask: t('tournament.here', { n }), why: n ? t('arena.here.why') : t('tournament.here.nobody', { code: tournament.code }) }
  }
  if (isInGrace(tournament)) return { ask: t('arena.time.over'), why: untilText(tournament) }
  return { ask: t('arena.doing', { doing: doingText(tournament) }), why: untilText(tournament) }
}

/** What a player is told first: the table to go to, or why there is none. */
export function arenaPlayerHeadline(tournament: Tournament): Headline {
  const { state, you, arena, round } = tournament
  if (!you || !arena || state === 'over' || you.state === 'waiting') return playerHeadline(tournament)
  if (you.state === 'withdrawn') return { ask: t('arena.you.removed'), why: t('tournament.you.withdrawn.why') }
  if (state === 'entry') return { ask: t('tournament.you.in', { name: you.name }), why: t('arena.you.in.why', { n: arena.minutes }) }
  if (you.table) {
    const plays = pairingOf(round, you.name)?.state === 'playing'
    const ask = t(plays ? 'arena.you.plays' : 'arena.you.now', { n: you.number, name: you.opponent })
    if (isInGrace(tournament)) return { ask, why: untilText(tournament) }
    return { ask, why: plays ? '' : t(you.opponent_here ? 'tournament.you.here' : 'arena.you.come', { name: you.opponent }) }
  }
  if (isInGrace(tournament)) return { ask: t('arena.time.over'), why: t('arena.you.over') }
  if (you.state === 'paused') {
    const last = you.results[0]
    const missed = last?.absent?.includes(you.name)
    return { ask: t('arena.you.paused'), why: missed ? t('arena.you.missed', { n: last!.round }) : t('arena.you.paused.why') }
  }
  return { ask: t('arena.you.free'), why: t('arena.you.free.why') }
}
