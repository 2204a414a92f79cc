import { mount } from 'svelte'
import App from './App.svelte'
import { followLinks } from './router.svelte'
import { showTheme } from './settings.svelte'

showTheme()
followLinks()
mount(App, { target: document.getElementById('app')! })
