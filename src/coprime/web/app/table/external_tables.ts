/** A table that comes with a game of another package: `web/table.js` in its folder, a plain module served as it is. */
import type { LogLine, Scene, TableInfo, Verdict } from './contract'

/** What such a module may show and do: `TableProps` of contract.ts without what is Svelte's. */
export interface ExternalTableProps {
  scene: Scene
  table: TableInfo
  names: string[]
  mine: number | null
  live: boolean
  busy: boolean
  lost: boolean
  replaying: boolean
  lines: LogLine[]
  fresh: LogLine[]
  send: (acts: string[]) => Promise<boolean>
  ask: (acts: string[]) => Promise<Verdict>
  clearRefusal: () => void
  /** The name of `clearRefusal` in version 1.0. */
  heed: () => void
}

/** What a module gets: the properties, and those under an old name. */
export function withOldNames(shown: Omit<ExternalTableProps, 'heed'>): ExternalTableProps {
  return { ...shown, heed: shown.clearRefusal }
}

/** What its `mount` answers. */
export interface MountedTable {
  update: (shown: ExternalTableProps) => void
  destroy?: () => void
}
export type Mount = (place: HTMLElement, shown: ExternalTableProps) => MountedTable

/** The modules that have come, by game. */
export const externalTables = new Map<string, Mount>()
