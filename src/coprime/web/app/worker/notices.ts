/** What the service worker does with notices of turns: shows one for each table, opens that table, and tells the server when the browser gets them elsewhere. */
import { decodeKey, digestOf } from '../push_keys'

/** The text of a message, as the server's web_push/notices.py writes it. */
interface Message {
  title: string
  body: string
  language: string
  code: string
}
/** What is used here of a page that the worker knows. */
interface OpenPage {
  url: string
  focus(): Promise<unknown>
}
interface Pages {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenPage[]>
  openWindow(path: string): Promise<unknown>
}
/** `renotify` is of browsers, not yet of TypeScript's library: a new turn at the same table is heard again. */
export type Shown = NotificationOptions & { renotify?: boolean; data: { path: string } }

const isCode = (found: unknown): found is string => typeof found === 'string' && /^[A-Z0-9]{4,8}$/.test(found)
const textOf = (found: unknown) => (typeof found === 'string' ? found : '')

/** Title and options of a notice. A message that cannot be read leads to the home page: browsers want every message to be shown. */
export function readNotice(text: string, icon: string): [string, Shown] {
  let found: Partial<Message> = {}
  try {
    found = (JSON.parse(text) ?? {}) as Partial<Message>
  } catch {
    // Not of this server.
  }
  const path = isCode(found.code) ? `/t/${found.code}` : '/'
  const options: Shown = { body: textOf(found.body), lang: textOf(found.language), tag: path, renotify: true, data: { path } }
  return [textOf(found.title) || 'Coprime', icon ? { ...options, icon } : options]
}

/** Go to the page of a table: the one that is open, else a new one. */
export async function openPage(pages: Pages, path: string): Promise<void> {
  const all = await pages.matchAll({ type: 'window', includeUncontrolled: true })
  const open = all.find(({ url }) => new URL(url).pathname === path)
  await (open ? open.focus() : pages.openWindow(path))
}

/** Two subscriptions as far as browsers tell them: some make the new one themselves, some say nothing of the old one. */
export interface RenewalEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}
export type Subscriber = Pick<PushManager, 'subscribe'>

const PUSH = '/api/push'

/**
 * The browser has renewed its subscription, or let it end: tell the server where notices go from now on.
 *
 * Of somebody who has switched notices off everywhere no browser is added again.
 */
export async function renewSubscription({ oldSubscription, newSubscription }: RenewalEvent, manager: Subscriber): Promise<void> {
  const state = await fetch(PUSH)
  if (!state.ok) return
  const { key, browsers } = (await state.json()) as { key: string; browsers: string[] }
  const old = oldSubscription ? await digestOf(oldSubscription.endpoint) : ''
  if (old ? !browsers.includes(old) : !browsers.length) return
  const found = newSubscription ?? (await manager.subscribe({ userVisibleOnly: true, applicationServerKey: decodeKey(key) }))
  await fetch(old ? `${PUSH}/${old}` : PUSH, {
    method: old ? 'PUT' : 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(found.toJSON()),
  })
}
