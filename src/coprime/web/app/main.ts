import { mount } from 'svelte'
import App from './App.svelte'
import { languageStyles } from './language'
import { followMissing } from './missing_parts.svelte'
import { showReadings } from './readings.svelte'
import { followLinks } from './router.svelte'
import { showTheme } from './settings.svelte'
import { followTranslator } from './translator_guard'

showTheme()
showReadings()
followLinks()
followMissing()
followTranslator()
await languageStyles?.catch(() => undefined)
const target = document.getElementById('app')!
target.replaceChildren()
mount(App, { target })
