import './look/fonts.css'
import './look/tokens.css'
import './look/parts.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { followLinks } from './router.svelte'
import { showTheme } from './settings.svelte'

showTheme()
followLinks()
mount(App, { target: document.getElementById('app')! })
