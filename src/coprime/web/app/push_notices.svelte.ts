/** Notices of turns on this device, by web push: whether they are on, switching them, and who else of one's devices gets them. */
import { apiPath, sendRequest } from './api'
import { decodeKey, digestOf } from './push_keys'

interface PushState {
  /** The server's public key, base64url. */
  key: string
  /** The browsers that get one's notices, by the SHA-256 of their endpoints. */
  browsers: string[]
}

/** Whether this browser shows notices of this page at all. */
export const hasPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

const findWorker = async () => (hasPush() ? navigator.serviceWorker.getRegistration() : undefined)

/** The notices of this device, as a page shows and switches them. */
export class PushNotices {
  /** undefined until it is known. */
  isOn: boolean | undefined = $state()
  /** How many other devices get them. */
  others = $state(0)
  #worker: ServiceWorkerRegistration | undefined
  #state: PushState = { key: '', browsers: [] }

  /** Ask the server and the browser. Returns whether this device can have notices. Throws RequestError. */
  async load(): Promise<boolean> {
    this.#worker = await findWorker()
    if (!this.#worker) return false
    this.#state = await sendRequest<PushState>('GET', '/api/push')
    await this.#compare()
    return true
  }

  async #compare(): Promise<void> {
    const subscription = await this.#worker?.pushManager.getSubscription()
    const own = subscription ? await digestOf(subscription.endpoint) : ''
    this.isOn = this.#state.browsers.includes(own)
    this.others = this.#state.browsers.filter((one) => one !== own).length
  }

  /** Switch them on, after the browser has asked whether it may. Throws what the browser or the server says. */
  async switchOn(): Promise<void> {
    const manager = this.#worker!.pushManager
    // One that the server does not know may be of another key, or of somebody else who was here.
    await (await manager.getSubscription())?.unsubscribe()
    const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: decodeKey(this.#state.key) })
    this.#state = await sendRequest<PushState>('POST', '/api/push', subscription.toJSON())
    await this.#compare()
  }

  async switchOff(): Promise<void> {
    const subscription = await this.#worker!.pushManager.getSubscription()
    if (!subscription) return
    await sendRequest('DELETE', apiPath('/api/push', await digestOf(subscription.endpoint)))
    await subscription.unsubscribe()
    await this.load()
  }

  /** Switch them off on all devices of this person. */
  async switchAllOff(): Promise<void> {
    await sendRequest('DELETE', '/api/push')
    await (await this.#worker?.pushManager.getSubscription())?.unsubscribe()
    await this.load()
  }
}

/** This device is somebody else from now on: it gets no notices of whoever it was. */
export async function leaveNotices(): Promise<void> {
  try {
    const worker = await findWorker()
    await (await worker?.pushManager.getSubscription())?.unsubscribe()
  } catch {
    // Without a connection the browser tells its push service later.
  }
}
