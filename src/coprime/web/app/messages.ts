import { IntlMessageFormat } from 'intl-messageformat'
import en from './messages/en.json'

export type Params = Readonly<Record<string, string | number>>

/**
 * A function that speaks the sentences of one message file. A game's browser part makes its own.
 *
 * A sentence is an ICU message, as on the server: `{n, plural, one {# card} other {# cards}}`.
 */
export function speaker<M extends Record<string, string>>(messages: M, language = 'en') {
  const choosing = new Map<string, IntlMessageFormat>()
  return (key: keyof M & string, params: Params = {}): string => {
    const message = messages[key]!
    // Most sentences only have holes, which costs a twentieth of what the library takes.
    if (!/\{\s*\w+\s*,/.test(message)) return message.replace(/\{(\w+)\}/g, (hole, name: string) => (name in params ? String(params[name]) : hole))
    let format = choosing.get(key)
    if (!format) choosing.set(key, (format = new IntlMessageFormat(message, language)))
    return String(format.format(params))
  }
}

export const t = speaker(en)
export type Key = keyof typeof en
