/** The language of the page. */
export const currentLanguage = (): string => document.documentElement.lang || 'en'

/** "November 22, 2026"; `at` is in milliseconds since 1970. */
export const dateOf = (at: number): string => new Date(at).toLocaleDateString(currentLanguage(), { day: 'numeric', month: 'long', year: 'numeric' })

/** "10:04"; `at` is in milliseconds since 1970. */
export const timeOf = (at: number): string => new Date(at).toLocaleTimeString(currentLanguage(), { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' })

/** "November" */
export const monthOf = (date: Date): string => date.toLocaleDateString(currentLanguage(), { month: 'long' })

/** "22 November" */
export const dayOf = (date: Date): string =>
  date.toLocaleDateString(currentLanguage() === 'en' ? 'en-GB' : currentLanguage(), { day: 'numeric', month: 'long' })

/** "Tuesday 24 November" */
export const weekdayOf = (date: Date): string =>
  date.toLocaleDateString(currentLanguage() === 'en' ? 'en-GB' : currentLanguage(), { weekday: 'long', day: 'numeric', month: 'long' })
