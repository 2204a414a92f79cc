import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('src/coprime/web/app'),
  plugins: [svelte({ configFile: here('svelte.config.js') })],
  resolve: { alias: { $app: here('src/coprime/web/app') } },
  build: {
    outDir: here('src/coprime/web/static'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy knows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // `npm run dev` beside a running `coprime serve`
  server: { proxy: { '/api': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } } },
})
