/** A table that comes with a game of another package: `web/table.js` in its folder, a plain module served as it is. */
import type { Line, Scene, TableInfo, Verdict } from './contract'

/** What such a module may show and do: `TableProps` of contract.ts without what is Svelte's. */
export interface Shown {
  scene: Scene
  table: TableInfo
  names: string[]
  mine: number | null
  live: boolean
  busy: boolean
  lost: boolean
  replaying: boolean
  lines: Line[]
  fresh: Line[]
  send: (acts: string[]) => Promise<boolean>
  ask: (acts: string[]) => Promise<Verdict>
  heed: () => void
}

/** What its `mount` answers. */
export interface Mounted {
  update: (shown: Shown) => void
  destroy?: () => void
}
export type Mount = (place: HTMLElement, shown: Shown) => Mounted

/** The modules that have come, by game. */
export const brought = new Map<string, Mount>()
