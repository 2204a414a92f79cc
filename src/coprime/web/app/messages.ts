import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { formatToParts, type Formatters } from 'intl-messageformat'
import { language, REFERENCE } from './language'
import type en from './messages/en.json'

/** A maker that makes what it is asked for again once. */
function makeOnce<Given extends unknown[], Made>(make: (...given: Given) => Made): (...given: Given) => Made {
  const made = new Map<string, Made>()
  return (...given) => {
    const key = JSON.stringify(given)
    let found = made.get(key)
    if (!found) made.set(key, (found = make(...given)))
    return found
  }
}
/** Found by the build (vite.config.ts): the languages that write a number below 1,000 as JavaScript does. */
declare const PLAIN_NUMBERS: readonly string[]

/** The first number format of a page takes Chromium 12 ms, a phone 50: it is made for a number that needs one. */
class SparingNumberFormat {
  #whole: Intl.NumberFormat | undefined
  constructor(
    readonly locales: string | string[] | undefined,
    readonly options: Intl.NumberFormatOptions | undefined,
  ) {}
  format(n: number): string {
    const isPlain = !this.options && PLAIN_NUMBERS.includes(String(this.locales)) && Number.isInteger(n) && n >= 0 && n < 1000
    return isPlain ? String(n) : (this.#whole ??= new Intl.NumberFormat(this.locales, this.options)).format(n)
  }
}
// The library would make these anew for each message, which takes a phone some milliseconds each.
const formatters: Formatters = {
  getNumberFormat: makeOnce((locales, options) => new SparingNumberFormat(locales, options as Intl.NumberFormatOptions) as unknown as Intl.NumberFormat),
  getDateTimeFormat: makeOnce((...given) => new Intl.DateTimeFormat(...given)),
  getPluralRules: makeOnce((...given) => new Intl.PluralRules(...given)),
}

export type Params = Readonly<Record<string, string | number>>
/** A message as the build leaves it (web/build/message_compiler.ts): one that chooses a form is parsed. */
export type CompiledMessage = string | MessageFormatElement[]
type Messages = Record<string, CompiledMessage>
/** Formats by name, as of a date, which our messages do not have. */
const NO_FORMATS = { number: {}, date: {}, time: {} }

/**
 * A function that says the sentences of one message file.
 *
 * A sentence is an ICU message, as on the server: `{n, plural, one {# card} other {# cards}}`; the build has parsed it.
 */
export function makeTranslator<M extends Messages>(messages: M, locale = REFERENCE) {
  return (key: keyof M & string, params: Params = {}): string => {
    const message: CompiledMessage = messages[key]!
    // Most sentences only have holes.
    if (typeof message === 'string') return message.replace(/\{(\w+)\}/g, (hole, name: string) => (name in params ? String(params[name]) : hole))
    return formatToParts(message, locale, formatters, NO_FORMATS, params)
      .map(({ value }) => String(value))
      .join('')
  }
}

/**
 * The same for the files of a folder, `import.meta.glob('./messages/*.json')`: that of the page's language is fetched,
 * the English one where there is none. A sentence that a translation does not have was put into it in English by the
 * build. A game's browser part makes its own.
 */
export async function loadMessages<M extends Messages>(files: Record<string, () => Promise<unknown>>, wanted = language) {
  const file = (name: string) => files[`./messages/${name}.json`]
  const found = file(wanted) ? wanted : REFERENCE
  const { default: messages } = (await file(found)!()) as { default: M }
  return makeTranslator(messages, found)
}

export const t = await loadMessages<typeof en>(import.meta.glob('./messages/*.json'))
export type Key = keyof typeof en
