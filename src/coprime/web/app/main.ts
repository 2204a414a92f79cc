import { mount } from 'svelte'
import App from './App.svelte'
import { dressed } from './language'
import { followLinks } from './router.svelte'
import { showTheme } from './settings.svelte'

showTheme()
followLinks()
await dressed
mount(App, { target: document.getElementById('app')! })
