import { svelte } from '@sveltejs/vite-plugin-svelte'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { faces } from './src/coprime/web/build/faces.ts'
import { icons } from './src/coprime/web/build/icons.ts'
import { fallbackMessages } from './src/coprime/web/build/messages.ts'
import { serviceWorker } from './src/coprime/web/build/worker.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// The server behind `npm run dev`: COPRIME_HOUSE, or where `coprime serve` listens by default.
const port = /^PORT = (\d+)$/m.exec(readFileSync(here('src/coprime/server/__init__.py'), 'utf8'))?.[1]
const backend = process.env.COPRIME_HOUSE ?? `http://127.0.0.1:${port}`

export default defineConfig({
  root: here('src/coprime/web/app'),
  plugins: [
    fallbackMessages(),
    faces(here('.')),
    svelte({ configFile: here('svelte.config.js') }),
    icons(here('src/coprime/web/app/mark.svg')),
    serviceWorker(here('src/coprime/web/app/worker/worker.ts')),
  ],
  resolve: { alias: { $app: here('src/coprime/web/app') } },
  build: {
    outDir: here('src/coprime/web/static'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy knows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // The server must see the Host header of the browser, or it takes the page for one of another site: a mere
  // address here, without braces, would replace that header. Not all that begins with /api is the
  // server's: /api.ts is a source.
  server: { proxy: { '^/api/': { target: backend }, '^/ws/': { target: backend, ws: true }, '^/games/[^/]+/[^/]+$': { target: backend } } },
})
