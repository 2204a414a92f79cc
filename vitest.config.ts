import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import app from './vite.config'

const root = fileURLToPath(new URL('src/coprime', import.meta.url))

export default mergeConfig(
  app,
  defineConfig({
    root,
    cacheDir: fileURLToPath(new URL('node_modules/.vitest', import.meta.url)),
    // Components are mounted in jsdom, so the browser's half of Svelte is wanted.
    resolve: { conditions: ['browser'] },
    test: {
      environment: 'jsdom',
      // Milliseconds: on a crowded machine a test takes ten times as long.
      testTimeout: 60_000,
      css: true,
      include: ['web/{app,build}/**/*.test.ts', 'games/*/web/**/*.test.ts'],
      // jsdom is loaded once for a worker, and each file still has a context of its own: a third of the time.
      pool: 'vmThreads',
    },
  }),
)
