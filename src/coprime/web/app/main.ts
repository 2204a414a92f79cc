/** The entry point of the page: loads the faces and mounts the app. */
import { mount } from 'svelte'
import App from './App.svelte'
import { loadFonts } from './fonts'
import { followInstallOffer } from './install_offer.svelte'
import { languageStyles } from './language'
import { t } from './messages'
import { followMissing } from './missing_page_parts.svelte'
import { afterLoading, followUpdates } from './page_updates.svelte'
import { showReadings } from './furigana_readings.svelte'
import { followLinks } from './router.svelte'
import { showAppearance } from './settings.svelte'
import { followTranslator } from './translator_guard'

showAppearance()
showReadings()
followLinks()
followMissing()
followTranslator()
followInstallOffer()
await languageStyles?.catch(() => undefined)
await loadFonts(t('app.name') + t('home.title')).catch(() => undefined)
const target = document.getElementById('app')!
target.replaceChildren()
mount(App, { target })
afterLoading(() => void followUpdates())
