/** Readings above the words, for whoever does not know every character yet: `readings/<language>.json`. */
import { language } from './language'
import { t } from './messages'
import { keepEquationsTogether, makeJoiner, makeReader, type Part } from './furigana'
import { settings } from './settings.svelte'

const list = import.meta.glob<Record<string, string>>('./readings/*.json', { import: 'default' })[`./readings/${language}.json`]

/** Whether the page's language has readings. */
export const hasReadings = list !== undefined
const joined = makeJoiner(t('lines.words'))
let read: ReturnType<typeof makeReader> | undefined = $state.raw()
let numbered: readonly string[] = $state.raw([])
let fetched = false

/** A text in which no line ends within a word, before it is cut into numbers and words. */
export const keepTogether = (text: string): string => (settings.readings && read ? keepEquationsTogether(text) : joined(keepEquationsTogether(text)))

/** A text in parts, where no line ends within a word; those that are wanted with their readings; `counts`: it stands behind a number. */
export function readingsOf(text: string, counts = false): Part[] {
  return settings.readings && read ? read(keepTogether(text), counts) : [{ text: keepTogether(text), above: '' }]
}

/** Words with a number in them, such as スペ3返し, that have a reading as a whole; empty where none are wanted. */
export const numberedWords = (): readonly string[] => (settings.readings ? numbered : [])

/** Fetches the list the first time that it is wanted, and tells the look of it: lines with readings are higher. */
export function showReadings(): void {
  const wanted = hasReadings && settings.readings
  document.documentElement.toggleAttribute('data-readings', wanted)
  if (!wanted || fetched) return
  fetched = true
  void list!().then((words) => {
    read = makeReader(words)
    numbered = Object.keys(words).filter((word) => /\d/.test(word))
  })
}
