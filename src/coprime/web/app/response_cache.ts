/**
 * Answers of the server that this device keeps, to be read again without a connection: games, rules, courses, and what
 * was tried at lessons and puzzles. Nothing of a table, a class or a person is among them.
 *
 * The server is always asked first. Another build of the page, and another language, has answers of its own. Browsers
 * have this store only in secure pages (HTTPS, localhost); elsewhere nothing is kept.
 */
import { language } from './language'

const STORE = 'coprime-answers-'
/** Answers that are kept; the oldest go first. */
const MOST = 600
/** ms after which a kept answer is taken where the server has said nothing. */
const PATIENCE = 5000

/** The file of the page's first script, which names the build. */
export const buildName = (): string => /[^/]*$/.exec(document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '')![0]

const openStore = (): Promise<Cache> | undefined => ('caches' in globalThis ? caches.open(STORE + buildName()) : undefined)
const keyOf = (path: string, body: unknown) => {
  const key = new URL(path, location.origin)
  key.searchParams.set('language', language)
  if (body !== undefined) key.searchParams.set('body', JSON.stringify(body))
  return key.href
}

/**
 * The server's answer, which is then kept; where the server cannot be reached, the one that is kept.
 *
 * `isUnreachable` tells whether a problem of `send` means that the server was not reached.
 */
export async function answerOrStored<T>(path: string, body: unknown, send: () => Promise<T>, isUnreachable: (problem: unknown) => boolean): Promise<T> {
  const store = await openStore()?.catch(() => undefined)
  if (!store) return send()
  const key = keyOf(path, body)
  const found = await store.match(key).catch(() => undefined)
  const asked = send().then((answer) => {
    whenIdle(() => void keep(store, key, answer))
    return answer
  })
  if (!found) return asked
  const kept = () => found.json() as Promise<T>
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((done) => (timer = setTimeout(() => done('late'), PATIENCE)))
  try {
    const first = await Promise.race([asked, late])
    if (first !== 'late') return first
  } catch (problem) {
    if (!isUnreachable(problem)) throw problem
  } finally {
    clearTimeout(timer)
  }
  asked.catch(() => undefined)
  return kept()
}

/** To write a long answer takes a phone 30 ms, which nothing waits for. */
const whenIdle = (work: () => void) => void ('requestIdleCallback' in globalThis ? requestIdleCallback(work, { timeout: 2000 }) : setTimeout(work))

async function keep(store: Cache, key: string, answer: unknown): Promise<void> {
  try {
    // Put in anew, it is the youngest.
    await store.delete(key)
    await store.put(key, new Response(JSON.stringify(answer)))
    const all = await store.keys()
    for (const old of all.slice(0, Math.max(0, all.length - MOST))) await store.delete(old)
  } catch {
    // A full device keeps no more.
  }
}

export interface StoredPages {
  rules: { href: string; title: string }[]
  lessons: { href: string; title: string }[]
  puzzles: boolean
}

/** What can be opened without a connection, in this page's language. */
export async function listStoredPages(): Promise<StoredPages> {
  const pages: StoredPages = { rules: [], lessons: [], puzzles: false }
  const store = await openStore()?.catch(() => undefined)
  for (const { url } of (await store?.keys().catch(() => undefined)) ?? []) {
    const { pathname, searchParams } = new URL(url)
    if (searchParams.get('language') !== language || searchParams.has('body')) continue
    const [, , kind, book] = pathname.split('/')
    if (kind === 'puzzles') pages.puzzles = true
    else if ((kind === 'rules' || kind === 'lessons') && book) {
      const { title } = (await (await store!.match(url))?.json()) as { title: string }
      pages[kind].push({ href: kind === 'rules' ? pathname.replace(/^\/api/, '') : `/learn/${book}`, title })
    }
  }
  return pages
}

/** Delete the answers of other builds than this one. */
export async function dropOldAnswers(): Promise<void> {
  if (!('caches' in globalThis)) return
  for (const name of await caches.keys()) if (name.startsWith(STORE) && name !== STORE + buildName()) await caches.delete(name)
}
