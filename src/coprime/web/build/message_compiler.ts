/** Parses the messages while the page is built, so that no page carries the parser or waits for it. */
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

const MESSAGES = /[/\\]messages[/\\]\w+\.json$/
const LIBRARY = /[/\\]intl-messageformat[/\\]/
/** A sentence that chooses a form: `{n, plural, …}`. One that only has holes stays text, which costs a page less. */
const CHOICE = /\{\s*\w+\s*,/
/** What a page formats; others need formats by name, which it does not carry. */
const KNOWN: readonly TYPE[] = [TYPE.literal, TYPE.argument, TYPE.pound, TYPE.plural, TYPE.select]

/** Every message that chooses a form as its syntax tree, the others as they are. */
export function compileMessages(messages: Readonly<Record<string, string>>): Record<string, string | MessageFormatElement[]> {
  return Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, CHOICE.test(message) ? compileMessage(message) : message]))
}

function compileMessage(message: string): MessageFormatElement[] {
  const tree = parse(message)
  checkElements(tree, message)
  return tree
}

function checkElements(tree: readonly MessageFormatElement[], message: string): void {
  for (const element of tree) {
    if (!KNOWN.includes(element.type)) throw new Error(`A page cannot say ${TYPE[element.type]} in “${message}”.`)
    if ('options' in element) for (const option of Object.values(element.options)) checkElements(option.value, message)
  }
}

export function compiledMessages(): Plugin {
  return {
    name: 'coprime-compiled-messages',
    enforce: 'pre',
    // What remains of the library asks its parser's package for the kinds of elements alone, which stand in a file without the parser.
    resolveId(name, importer) {
      return name === '@formatjs/icu-messageformat-parser' && LIBRARY.test(importer ?? '') ? this.resolve(`${name}/no-parser.js`, importer) : null
    },
    transform: (code, id) => (MESSAGES.test(id) ? { code: JSON.stringify(compileMessages(JSON.parse(code) as Record<string, string>)), map: null } : null),
  }
}
