import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import svelte from 'eslint-plugin-svelte'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default defineConfig(
  { ignores: ['.venv/', '.svelte-check/', 'dist/', 'src/coprime/web/static*/'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  // What is a matter of layout is prettier's.
  svelte.configs.prettier,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      // svelte-check knows what is defined.
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // {' '} keeps a space that the layout of the source would lose.
      'svelte/no-useless-mustaches': 'off',
      // It also objects to a Map that a function makes and hands on.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
)
