import { svelte } from '@sveltejs/vite-plugin-svelte'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { compressAssets } from './src/coprime/web/build/brotli_compression.ts'
import { faces } from './src/coprime/web/build/font_faces.ts'
import { icons } from './src/coprime/web/build/icons.ts'
import { latinFaces } from './src/coprime/web/build/latin_font_subset.ts'
import { compiledMessages } from './src/coprime/web/build/message_compiler.ts'
import { fallbackMessages } from './src/coprime/web/build/message_fallback.ts'
import { preloads } from './src/coprime/web/build/preloads.ts'
import { serviceWorker } from './src/coprime/web/build/service_worker_build.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// The server behind `npm run dev`: COPRIME_SERVER, or where `coprime serve` listens by default.
// COPRIME_HOUSE is its name of 1.0.
const port = /^PORT = (\d+)$/m.exec(readFileSync(here('src/coprime/server/__init__.py'), 'utf8'))?.[1]
const backend = process.env.COPRIME_SERVER ?? process.env.COPRIME_HOUSE ?? `http://127.0.0.1:${port}`

const languages = globSync('src/coprime/web/app/messages/*.json', { cwd: here('.') }).map((file) => basename(file, '.json'))
const languageNames = Object.fromEntries(languages.map((one) => [one, new Intl.DisplayNames([one], { type: 'language' }).of(one)]))
/** Languages that write a number below 1,000 as JavaScript does: no page of theirs needs a number format for one. */
const plainNumbers = languages.filter((one) => [0, 123, 456, 789, 999].every((n) => new Intl.NumberFormat(one).format(n) === String(n)))

const TABLE_BEGINS =
  /[/\\]app[/\\](net|table)[/\\]|[/\\]screens[/\\](class[/\\](question|classroom_store)|table[/\\](.*\.ts|(Chat|Notices|RulesDialog|RulesInForce|TableMenuLoader)\.svelte))/

export default defineConfig({
  define: { LANGUAGE_NAMES: JSON.stringify(languageNames), PLAIN_NUMBERS: JSON.stringify(plainNumbers) },
  root: here('src/coprime/web/app'),
  plugins: [
    fallbackMessages(),
    compiledMessages(),
    faces(here('.')),
    latinFaces(here('.')),
    svelte({ configFile: here('svelte.config.js') }),
    icons(here('src/coprime/web/app/mark.svg')),
    preloads(here('src/coprime/web/app/public/appearance.js')),
    serviceWorker(here('src/coprime/web/app/worker/worker.ts')),
    compressAssets(),
  ],
  resolve: { alias: { $app: here('src/coprime/web/app') } },
  build: {
    outDir: here('src/coprime/web/static'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy knows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // A request costs a phone more than some bytes that it needs later: what the page begins with is one file, and what several
        // screens or games share is in few.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], test: (id) => !/main\.ts$|\.html/.test(id), priority: 3 },
            // What several screens use of the ground and the parts, and the page does not begin with.
            {
              name: 'shared',
              test: /[/\\]app[/\\]((parts[/\\])?[^/\\]+|net[/\\]polled_state\.svelte\.ts|screens[/\\]tournament[/\\]tournament_store\.svelte\.ts)$/,
              minShareCount: 2,
              priority: 2,
            },
            { name: 'rules', test: /[/\\]screens[/\\]rules[/\\]/, minShareCount: 2, priority: 1 },
            { name: 'exercises', test: /[/\\](ExerciseTable|LessonList|StepProgress|exercise_attempt)\.svelte/, minShareCount: 2, priority: 1 },
            { name: 'people', test: /[/\\]screens[/\\]people[/\\]/, minShareCount: 2, priority: 1 },
            { name: 'choosing', test: /[/\\]screens[/\\](home|letter|tournament)[/\\]|(OptionsForm|NextRuleStep)\.svelte/, minShareCount: 2, priority: 2 },
            // What a table begins with, and what else it shows: of a class, when somebody asks for it, when the match is over.
            { name: 'table', test: TABLE_BEGINS, minShareCount: 2, priority: 1 },
            { name: 'class', test: /[/\\]screens[/\\]class[/\\]/, minShareCount: 2 },
            { name: 'ending', test: /[/\\]screens[/\\]table[/\\][^/\\]+$/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // The server must see the Host header of the browser, or it takes the page for one of another site: a mere
  // address here, without braces, would replace that header. Not all that begins with /api is the
  // server's: /api.ts is a source.
  server: { proxy: { '^/api/': { target: backend }, '^/ws/': { target: backend, ws: true }, '^/games/[^/]+/[^/]+$': { target: backend } } },
})
