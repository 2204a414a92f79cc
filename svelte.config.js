import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'
import { readings } from './src/coprime/web/build/furigana_preprocessor.ts'

export default {
  preprocess: [readings, vitePreprocess()],
  compilerOptions: {
    runes: true,
    // Styles go into files: the content security policy allows no <style> made at run time.
    css: 'external',
  },
}
