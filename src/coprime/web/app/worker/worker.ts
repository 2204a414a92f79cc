/**
 * The service worker: the page and its parts without a connection. It answers for files alone; what the server says
 * (/api, /ws) is never its business: what of that is kept, the page keeps (response_cache.ts).
 *
 * It shows notices of turns, too, where somebody has switched them on (notices.ts).
 *
 * Built by web/build/service_worker_build.ts into sw.js. One build of the page has one worker, and a new one lays down what the old one kept.
 */
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkOnly } from 'workbox-strategies'
import { openPage, readNotice, renewSubscription, type RenewalEvent, type Shown, type Subscriber } from './notices'
import { isPart, isScreenAddress, PARTS } from './routes'

declare const KEPT: PrecacheEntry[]
declare const ENTRY: string
declare const ICON: string
/** What is used here of a ServiceWorkerGlobalScope: the types of a page and of a worker do not go together. */
interface WorkerScope {
  location: Location
  registration: {
    navigationPreload?: { enable(): Promise<void> }
    showNotification(title: string, options: Shown): Promise<void>
    pushManager: Subscriber
  }
  clients: { claim(): Promise<void> } & Parameters<typeof openPage>[0]
  skipWaiting(): Promise<void>
  addEventListener(type: 'activate', listen: (event: { waitUntil(done: Promise<unknown>): void }) => void): void
  addEventListener(type: 'push', listen: (event: { data?: { text(): string }; waitUntil(done: Promise<unknown>): void }) => void): void
  addEventListener(type: 'pushsubscriptionchange', listen: (event: RenewalEvent & { waitUntil(done: Promise<unknown>): void }) => void): void
  addEventListener(
    type: 'notificationclick',
    listen: (event: { notification: { data?: { path: string }; close(): void }; waitUntil(done: Promise<unknown>): void }) => void,
  ): void
  addEventListener(type: 'message', listen: (event: MessageEvent & { waitUntil(done: Promise<unknown>): void }) => void): void
}
const worker = self as unknown as WorkerScope

/** Seconds after which a page comes from here where the server says nothing. */
const PATIENCE = 8
const parts = PARTS + ENTRY

// The page itself is always asked for first: `/` is not answered by the copy that is kept of it.
precacheAndRoute(KEPT, { directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()

/** A part has a hash in its name and is never another one. */
const kept = new CacheFirst({ cacheName: parts })
registerRoute(({ url, sameOrigin }) => sameOrigin && isPart(url.pathname), kept)

const fromServer = new NetworkOnly({
  networkTimeoutSeconds: PATIENCE,
  plugins: [
    {
      fetchDidSucceed: ({ response }) => (response.status < 500 ? Promise.resolve(response) : Promise.reject(new Error(String(response.status)))),
      handlerDidError: () => matchPrecache('/index.html'),
    },
  ],
})
registerRoute(({ request, url, sameOrigin }) => request.mode === 'navigate' && sameOrigin && isScreenAddress(url.pathname), fromServer)

async function layDown(): Promise<void> {
  await worker.registration.navigationPreload?.enable()
  for (const name of await caches.keys()) if (name.startsWith(PARTS) && name !== parts) await caches.delete(name)
  await worker.clients.claim()
}
worker.addEventListener('activate', (event) => event.waitUntil(layDown()))

/** Keep what a page had fetched before there was a worker. */
async function keep(addresses: string[]): Promise<void> {
  const cache = await caches.open(parts)
  const wanted = addresses.filter((one) => isPart(new URL(one, worker.location.origin).pathname))
  await Promise.allSettled(wanted.map(async (one) => (await caches.match(one)) ?? cache.add(one)))
}
worker.addEventListener('message', (event) => {
  const { ask, addresses } = (event.data ?? {}) as { ask?: string; addresses?: string[] }
  if (ask === 'entry') event.ports[0]?.postMessage(ENTRY)
  else if (ask === 'take over') event.waitUntil(worker.skipWaiting())
  else if (ask === 'keep') event.waitUntil(keep(addresses ?? []))
})

worker.addEventListener('push', (event) => event.waitUntil(worker.registration.showNotification(...readNotice(event.data?.text() ?? '', ICON))))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(worker.clients, event.notification.data?.path ?? '/'))
})
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event, worker.registration.pushManager)))
