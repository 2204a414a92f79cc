/** What a person has on the server beside their tables: whom they have muted. */
import { apiPath, sendRequest } from './api'

/** Somebody whom the asker has muted, under the name of that time. `at` is in seconds since the epoch. */
export interface Mute {
  id: string
  name: string
  at: number
}

export const people = {
  /** Hides somebody's name and chat from the asker, at all tables. */
  mute: (code: string, who: number) => sendRequest<void>('POST', `${apiPath('/api/tables', code)}/mutes`, { who }),
  mutes: () => sendRequest<{ mutes: Mute[] }>('GET', '/api/mutes'),
  unmute: (id: string) => sendRequest<void>('DELETE', apiPath('/api/mutes', id)),
}
