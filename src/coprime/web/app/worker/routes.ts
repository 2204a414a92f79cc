/** Which requests the service worker answers. */

/** The beginning of the names of the caches of parts; the build follows. */
export const PARTS = 'coprime-parts-'

/** Whether this is a built part of the page, with a hash in its name. */
export const isPart = (path: string): boolean => /^\/assets\/[^/]+$/.test(path)

/** Whether a page is opened there, and no file and nothing of the server's interface. */
export const isScreenAddress = (path: string): boolean => !/^\/(api|ws|games|assets|health)(\/|$)/.test(path) && !/\.\w+$/.test(path)
