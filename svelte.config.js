import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Styles go into files: the content security policy allows no <style> made at run time.
    css: 'external',
  },
}
