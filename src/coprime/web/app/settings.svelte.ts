/** What a person set on this device: kept here, never sent. */
export type Theme = 'light' | 'dark' | ''
export interface Settings {
  /** '' follows the device. */
  theme: Theme
  /** Black on white, or white on black; null follows the device. */
  contrast: boolean | null
  /** Text is twice as large. */
  largeText: boolean
  sound: boolean
  /** Whether sounds are wanted has been asked, once on this device. */
  soundAsked: boolean
  /** The device hums and the tab's title blinks when it is one's turn and nobody looks. */
  call: boolean
  /** A win fills the screen for a moment. */
  wins: boolean
  /** Single letters and figures are shortcuts. */
  keys: boolean
  /** Readings stand above the words, where the language has some. */
  readings: boolean
}

const PLACE = 'coprime.settings'
const DEFAULTS: Settings = { theme: '', contrast: null, largeText: false, sound: false, soundAsked: false, call: true, wins: true, keys: true, readings: false }

function load(): Settings {
  try {
    return readSettings(JSON.parse(localStorage.getItem(PLACE) ?? 'null'))
  } catch {
    // A private window keeps nothing.
    return { ...DEFAULTS }
  }
}

/** What was stored, which may be anything; the default wherever it fits no setting. */
function readSettings(found: unknown): Settings {
  const known = Object.entries(found && typeof found === 'object' ? found : {}).filter(
    ([key, value]) => key in DEFAULTS && (key === 'theme' ? ['light', 'dark'].includes(value as string) : typeof value === 'boolean'),
  )
  return { ...DEFAULTS, ...Object.fromEntries(known) }
}

export const settings: Settings = $state(load())

export function changeSettings(change: Partial<Settings>): void {
  Object.assign(settings, change)
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings))
  } catch {
    // A private window may keep nothing; the setting then lasts as long as the page.
  }
  showAppearance()
}

const lamp = matchMedia('(prefers-color-scheme: dark)')
let deviceDark = $state(lamp.matches)
const outlines = matchMedia('(prefers-contrast: more)')
let deviceContrast = $state(outlines.matches)
lamp.addEventListener('change', (event) => {
  deviceDark = event.matches
  showAppearance()
})
outlines.addEventListener('change', (event) => {
  deviceContrast = event.matches
  showAppearance()
})

export const isDark = (): boolean => (settings.theme ? settings.theme === 'dark' : deviceDark)
export const hasHighContrast = (): boolean => settings.contrast ?? deviceContrast

/** Put the look that was set on the page. public/appearance.js has done the same before the first paint. */
export function showAppearance(): void {
  const { dataset } = document.documentElement
  const contrast = hasHighContrast()
  // High contrast names its scheme, so that its colours are written once.
  const theme = contrast ? (isDark() ? 'dark' : 'light') : settings.theme
  setMark(dataset, 'theme', theme)
  setMark(dataset, 'contrast', contrast ? 'more' : '')
  setMark(dataset, 'text', settings.largeText ? 'large' : '')
}

function setMark(marks: DOMStringMap, name: string, value: string): void {
  if (value) marks[name] = value
  else delete marks[name]
}
