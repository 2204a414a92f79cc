/** Keeping Coprime on a device's home screen: offered once, after the second finished match, where the browser can. */
import { LocalStore } from './local_store.svelte'
import { finishedMatches } from './finished_matches.svelte'

const AFTER = 2

/** Chromium's event, which TypeScript does not know. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

const answered = new LocalStore('coprime.install', (found) => found === true)
let offer: InstallEvent | undefined = $state.raw()

/** Listen for what the browser offers: it comes once, early. */
export function followInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer = event as InstallEvent
  })
  addEventListener('appinstalled', () => {
    offer = undefined
    answered.change(() => true)
  })
}

/** Whether the browser can install the page now. */
export const canInstall = (): boolean => !!offer
/** Whether it is to be asked: once, after the second match. */
export const asksToInstall = (): boolean => !!offer && !answered.value && finishedMatches().length >= AFTER

/** Let the browser ask; a click must have asked for it. */
export function install(): void {
  void offer?.prompt()
  offer = undefined
  declineInstall()
}

export const declineInstall = (): void => answered.change(() => true)
