import en from './messages/en.json'

/** A sentence, or its forms by number: {"one": "{n} card", "other": "{n} cards"}. */
export type Message = string | { readonly other: string; readonly [form: string]: string }
export type Params = Readonly<Record<string, string | number>>

/** A function that speaks the sentences of one message file. A game's browser part makes its own. */
export function speaker<M extends Record<string, Message>>(messages: M, language = 'en') {
  const plural = new Intl.PluralRules(language)
  return (key: keyof M & string, params: Params = {}): string => {
    const message: Message = messages[key]!
    const text = typeof message === 'string' ? message : (message[plural.select(Number(params.n))] ?? message.other)
    return text.replace(/\{(\w+)\}/g, (hole, name: string) => (name in params ? String(params[name]) : hole))
  }
}

export const t = speaker(en)
export type Key = keyof typeof en
