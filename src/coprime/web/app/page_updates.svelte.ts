/**
 * The service worker of this page: registered once the page stands, asked which build it is of, and told to take over.
 * Where it is of another build than the page, a new version is there: that is said, and the page is loaded anew when
 * somebody asks for it. Browsers have service workers only in secure pages (HTTPS, localhost).
 */
import { buildName, dropOldAnswers } from './response_cache'

const HOUR = 60 * 60 * 1000
/** ms in which a worker answers; one that does not is an old one. */
const PATIENCE = 2000

export const pageUpdate = $state({ isReady: false })

/** The build that a worker is of; "" where it does not say. */
export function buildOf(worker: Pick<ServiceWorker, 'postMessage'>, patience = PATIENCE): Promise<string> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((done) => {
    setTimeout(() => done(''), patience)
    port1.onmessage = ({ data }) => done(String(data))
    worker.postMessage({ ask: 'entry' }, [port2])
  })
}

/** A worker that is ready to take over: at once where it is of this page's build, else a new version is there. */
async function meetWorker(worker: ServiceWorker): Promise<void> {
  if ((await buildOf(worker)) !== buildName()) pageUpdate.isReady = true
  else if (worker.state === 'installed') worker.postMessage({ ask: 'take over' })
}

/** Tell the worker of this page's build what came before it was there. */
async function keepFetched(worker: ServiceWorker | null): Promise<void> {
  if (!worker || (await buildOf(worker)) !== buildName()) return
  const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
  worker.postMessage({ ask: 'keep', addresses: fetched.filter((one) => one.startsWith(location.origin)) })
}

/** Register the service worker, look for a new one every hour and when the page is seen again. */
export async function followUpdates(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers || import.meta.env.DEV) return
  try {
    const registration = await workers.register('/sw.js', { updateViaCache: 'none' })
    const meetNew = (worker: ServiceWorker | null) =>
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && workers.controller) void meetWorker(worker)
      })
    registration.addEventListener('updatefound', () => meetNew(registration.installing))
    meetNew(registration.installing)
    let looked = Date.now()
    const look = () => {
      if (document.hidden || Date.now() - looked < HOUR) return
      looked = Date.now()
      registration.update().catch(() => undefined)
    }
    document.addEventListener('visibilitychange', look)
    setInterval(look, HOUR)
    workers.addEventListener('controllerchange', () => void keepFetched(workers.controller))
    // An active worker that is to give way is asked nothing: Chromium then at times keeps it for minutes.
    if (registration.waiting) await meetWorker(registration.waiting)
    else await keepFetched((await workers.ready).active)
    await dropOldAnswers()
  } catch {
    // A private window or a setting keeps workers out; the page does without.
  }
}

/** Call `begin` once the page stands and the line is free. */
export function afterLoading(begin: () => void): void {
  const later = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(begin, { timeout: 3000 }) : setTimeout(begin, 1000))
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}

/** Delete all files and answers that were kept, and the worker: a page that is loaded then has a new one. */
export async function forgetFiles(): Promise<void> {
  try {
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  } catch {
    // Nothing was kept.
  }
}
