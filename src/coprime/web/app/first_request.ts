/** The first request of a page, which public/appearance.js makes while the page is still read. */
declare global {
  interface Window {
    coprimeMe?: Promise<Response> | undefined
  }
}

/** The answer of `/api/me` that is on its way; once, and undefined where nothing was asked. */
export function takeFirstAnswer(): Promise<Response> | undefined {
  const asked = window.coprimeMe
  window.coprimeMe = undefined
  return asked
}
