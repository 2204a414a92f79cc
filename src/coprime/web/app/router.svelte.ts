/** Plain paths and the History API. */
import { changeHistory, isOverlaid } from './overlays'

export type Route =
  | { name: 'home' }
  | { name: 'table'; code: string }
  | { name: 'carry'; token: string }
  | { name: 'replay'; id: string }
  | { name: 'rules'; address: string }
  | { name: 'learn'; game: string }
  | { name: 'first'; game: string }
  | { name: 'puzzles'; which: string }
  | { name: 'paper'; game: string; number: number | null }
  | { name: 'review'; id: string }
  | { name: 'deal'; game: string; deal: number }
  | { name: 'class'; code: string; view: ClassPage; table: string }
  | { name: 'tournament'; code: string; wall: boolean }
  | { name: 'primes' }
  | { name: 'train' }
  | { name: 'drill'; game: string; deck: string }
  | { name: 'yours' }
  | { name: 'weekly' }
  | { name: 'letter'; language: string }
  | { name: 'parts' }
  | { name: 'lost' }

/** The pages of a class: what its teacher or a pupil sees first, one of its tables, the projector's, what was practised. */
export type ClassPage = '' | 'table' | 'wall' | 'report'
const VIEWS: readonly string[] = ['wall', 'report']

/** What a sentence puts after a link, which some programs take for a part of it. */
const AFTER = /[.,;:!?)\]}>'"”’»…。、，．）」』】]+$/u

export function matchRoute(path: string): Route {
  const parts = path.split('/').filter(Boolean).map(decode)
  const [head = '', rest = '', ...more] = parts.map((part, i) => (i === parts.length - 1 ? part.replace(AFTER, '') : part)).filter(Boolean)
  if (head === 'rules' && rest && more.length < 2) return { name: 'rules', address: `/${[head, rest, ...more].join('/')}` }
  const [deal = ''] = more
  if (head === 'deal' && rest && more.length === 1 && /^[1-9]\d{0,7}$/.test(deal)) return { name: 'deal', game: rest, deal: Number(deal) }
  if (head === 'class' && rest) return classPage(rest.toUpperCase(), more)
  if (head === 'tournament' && rest && (!more.length || (deal === 'wall' && more.length === 1)))
    return { name: 'tournament', code: rest.toUpperCase(), wall: !!deal }
  if (head === 'paper' && rest && more.length < 2 && /^\d*$/.test(deal)) return { name: 'paper', game: rest, number: deal ? Number(deal) : null }
  if (head === 'train' && rest && more.length < 2) return { name: 'drill', game: rest, deck: deal }
  if (more.length) return { name: 'lost' }
  if (!head) return { name: 'home' }
  if (head === 't' && rest) return { name: 'table', code: rest.toUpperCase() }
  if (head === 'carry' && rest) return { name: 'carry', token: rest }
  if (head === 'replay') return { name: 'replay', id: rest }
  if (head === 'learn' && rest) return { name: 'learn', game: rest }
  if (head === 'first' && rest) return { name: 'first', game: rest }
  if (head === 'puzzles') return { name: 'puzzles', which: rest }
  if (head === 'review' && rest) return { name: 'review', id: rest }
  if (head === 'primes' && !rest) return { name: 'primes' }
  if (head === 'primes' && rest === 'train') return { name: 'train' }
  if (head === 'yours' && !rest) return { name: 'yours' }
  if (head === 'weekly' && !rest) return { name: 'weekly' }
  if (head === 'letter') return { name: 'letter', language: rest }
  if (head === 'parts' && !rest) return { name: 'parts' }
  return { name: 'lost' }
}

function classPage(code: string, [view = '', table = '', ...more]: string[]): Route {
  const known = !view || (view === 'table' ? table : VIEWS.includes(view) && !table)
  return known && !more.length ? { name: 'class', code, view: view as ClassPage, table: table.toUpperCase() } : { name: 'lost' }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const here: { path: string } = $state({ path: location.pathname })

export function route(): Route {
  return matchRoute(here.path)
}

export function navigate(path: string, replace = false): void {
  changeHistory(() => {
    history[replace || isOverlaid() ? 'replaceState' : 'pushState']({}, '', path)
    here.path = location.pathname
    scrollTo(0, 0)
  })
}

/** Lets ordinary links of this application change the screen without a new page. */
export function followLinks(): void {
  addEventListener('popstate', () => (here.path = location.pathname))
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a')
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (link.origin !== location.origin || link.target || link.hasAttribute('download') || link.pathname.startsWith('/api/')) return
    if (link.pathname === location.pathname && link.hash) return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  })
}
