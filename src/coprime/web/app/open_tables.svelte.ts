/** The tables on the home page: a list that the server keeps up to date, a seat at one of them, playing somebody. */
import { apiPath, sendRequest } from './api'
import { LocalStore } from './local_store.svelte'
import type { Invitation } from './people_api'

export interface OpenTable {
  code: string
  /** What its host is called; '' where that is not for strangers. */
  host: string
  game: string
  phase: string
  /** How many of its `seats` nobody has. */
  free: number
  seats: number
}

export const openTables = {
  sit: (code: string) => sendRequest<{ code: string }>('POST', apiPath('/api/open-tables', code, 'seat')),
  playSomebody: (game: string) => sendRequest<{ code: string }>('POST', '/api/open-tables/somebody', { game }),
}

/** Whether this server shows tables on its home page, as this device heard last. */
const offered = new LocalStore('coprime.open', (found) => found === true)

export const hasOpenTables = (): boolean => offered.value
export const recordOpenTables = (on: boolean): void => offered.change(() => on)

/** The list as it is now; undefined until it is known, and again while the server does not answer. */
export class OpenTableList {
  tables: OpenTable[] | undefined = $state.raw()
  invitations: Invitation[] = $state.raw([])

  /** Follow the list until the returned function is called; the browser connects again by itself. */
  follow(open: (path: string) => EventSource = (path) => new EventSource(path)): () => void {
    const source = open('/api/open-tables/stream')
    source.onmessage = ({ data }) => {
      const list = JSON.parse(data as string) as { tables: OpenTable[]; invitations?: Invitation[] }
      this.tables = list.tables
      this.invitations = list.invitations ?? []
    }
    source.onerror = () => (this.tables = undefined)
    return () => source.close()
  }
}
