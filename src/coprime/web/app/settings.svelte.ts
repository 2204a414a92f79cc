/** What a person set on this device: kept here, never sent. */
type Theme = 'light' | 'dark' | ''
export interface Settings {
  /** '' follows the device. */
  theme: Theme
  sound: boolean
  /** Single letters and figures are shortcuts. */
  keys: boolean
  /** Readings stand above the words, where the language has some. */
  readings: boolean
}

const PLACE = 'coprime.settings'
const DEFAULTS: Settings = { theme: '', sound: false, keys: true, readings: false }

function load(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Settings>) }
  } catch {
    return { ...DEFAULTS }
  }
}

export const settings: Settings = $state(load())

export function changeSettings(change: Partial<Settings>): void {
  Object.assign(settings, change)
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings))
  } catch {
    // A private window may keep nothing; the setting then lasts as long as the page.
  }
  showTheme()
}

export function showTheme(): void {
  const root = document.documentElement
  if (settings.theme) root.dataset.theme = settings.theme
  else delete root.dataset.theme
}

const lamp = matchMedia('(prefers-color-scheme: dark)')
let deviceDark = $state(lamp.matches)
lamp.addEventListener('change', (event) => (deviceDark = event.matches))

export function isDark(): boolean {
  return settings.theme ? settings.theme === 'dark' : deviceDark
}
