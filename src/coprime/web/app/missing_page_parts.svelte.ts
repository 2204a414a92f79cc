/**
 * A part of the page that cannot be fetched: after an upgrade the server has it no longer, under the name that this page
 * knows. The page is loaded anew, once for each part; where that does not help, it is said.
 */
const KEY = 'coprime.missing'

export const missing = $state({ isShown: false, isOffline: false })

/** Whether the page was already reloaded for this part. Without a storage nobody knows, and nothing is loaded again and again. */
function wasReloadedFor(part: string): boolean {
  try {
    const before = sessionStorage.getItem(KEY)
    sessionStorage.setItem(KEY, part)
    return before === part
  } catch {
    return true
  }
}

/** Does the server answer? Without it a new page would be the browser's own about the network. */
const isServerReachable = () =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  )

export async function reloadForMissingPart(part: string, reload = () => location.reload()): Promise<void> {
  missing.isOffline = !(await isServerReachable())
  if (!missing.isOffline && !wasReloadedFor(part)) reload()
  else missing.isShown = true
}

/** Listens for parts that the build fetches when they are needed. Its error names the file. */
export function followMissing(): void {
  addEventListener('vite:preloadError', ({ payload }) => void reloadForMissingPart(String(payload)))
}

/** Somebody asks for a new page. */
export function loadAgain(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Then nothing was remembered.
  }
  location.reload()
}
