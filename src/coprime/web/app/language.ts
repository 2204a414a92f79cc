/**
 * The language of the page: one that was chosen on this device, else the first of the browser's that is there.
 *
 * A language is there when the application has its messages. The server reads the same cookie, and the header
 * Accept-Language where there is none.
 */
export const REFERENCE = 'en'
const COOKIE = 'language'
const YEAR = 365 * 24 * 60 * 60

export const LANGUAGES: readonly string[] = Object.keys(import.meta.glob('./messages/*.json'))
  .map((file) => /(\w+)\.json$/.exec(file)![1]!)
  .sort((a, b) => Number(b === REFERENCE) - Number(a === REFERENCE) || a.localeCompare(b, REFERENCE))

/** The first of the chosen one (in `cookie`, all cookies of the page) and the wanted ones that is there, else the reference. */
export function chooseLanguage(cookie: string, wanted: readonly string[], there = LANGUAGES): string {
  const chosen = new RegExp(`(?:^|; *)${COOKIE}=([^;]*)`).exec(cookie)?.[1] ?? ''
  const short = (name: string) => name.trim().toLowerCase().split(/[-_]/)[0]!
  return [chosen, ...wanted].map(short).find((name) => there.includes(name)) ?? REFERENCE
}

export const language = chooseLanguage(document.cookie, navigator.languages ?? [])
document.documentElement.lang = language

/** The styles of the page's script (fonts, line breaking), already being fetched; undefined where it needs none. */
export const languageStyles = import.meta.glob('./look/??.css')[`./look/${language}.css`]?.()

/** Found by the build (vite.config.ts): a browser takes 20 ms to find the first one. */
declare const LANGUAGE_NAMES: Record<string, string>

/** What a language calls itself: "English", "日本語". */
export const nameOf = (name: string): string => LANGUAGE_NAMES[name] ?? name

/** Switch this device to a language: set the cookie that the server reads, and load the page anew. */
export function switchLanguage(name: string): void {
  document.cookie = `${COOKIE}=${name}; path=/; max-age=${YEAR}; samesite=lax`
  location.reload()
}
