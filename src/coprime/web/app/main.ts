import { mount } from 'svelte'
import App from './App.svelte'
import { dressed } from './language'
import { showReadings } from './readings.svelte'
import { followLinks } from './router.svelte'
import { showTheme } from './settings.svelte'

showTheme()
showReadings()
followLinks()
await dressed
mount(App, { target: document.getElementById('app')! })
