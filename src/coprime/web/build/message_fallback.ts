import { readFileSync } from 'node:fs'
import { join, dirname } from 'node:path'
import type { Plugin } from 'vite'

const TRANSLATION = /[/\\]messages[/\\](?!en\.)\w+\.json$/

/** What a translation does not say is put into it in English, so that a page fetches one file. */
export function fallbackMessages(): Plugin {
  return {
    name: 'coprime-messages',
    enforce: 'pre',
    transform(code, id) {
      if (!TRANSLATION.test(id)) return null
      const reference = join(dirname(id), 'en.json')
      this.addWatchFile(reference)
      return { code: JSON.stringify(fillMissingMessages(JSON.parse(readFileSync(reference, 'utf8')), JSON.parse(code))), map: null }
    },
  }
}

/** The keys of the reference, each with the translation's sentence where it has one. */
export function fillMissingMessages(reference: Record<string, string>, translation: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(reference).map(([key, sentence]) => [key, translation[key] ?? sentence]))
}
