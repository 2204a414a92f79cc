import type { TableStore } from '$app/net/table_store.svelte'
import type { Table } from '$app/net/wire_messages'
import { drawSecretNumber, storeCommitment, storeLateCommitment, findCommitment } from '$app/seal_commitments.svelte'

/** Will the number of a deal decide the next match? In practice every deal has one. */
export const isNumbered = (table: Table): boolean => table.numbered && (table.practice || (table.phase === 'lobby' && table.deal > 0))

/** The seats of whoever sits here, as one number is added for each. */
export const ownSeats = (table: Table): number[] => Object.keys(table.seal.yours).map(Number)

/** Adds a number, and keeps which: the replay compares it. */
export function addNumber(store: TableStore, table: Table, seat: number, number: string): Promise<boolean> {
  const used = number.trim().split(/\s+/).join(' ')
  storeCommitment(table.code, table.seal.next, seat, used)
  return store.send({ type: 'add', seat, number: used })
}

/** A number for each seat that has none yet, so that nobody has to think of one. What somebody has taken out stays out. */
export function addNumbersForAll(store: TableStore, table: Table): void {
  const { now, next, yours } = table.seal
  if (now) storeLateCommitment(table.code, now)
  if (!next) return
  storeCommitment(table.code, next)
  if (isNumbered(table)) return
  for (const seat of ownSeats(table)) {
    if (yours[seat] || findCommitment(next)?.added[seat] !== undefined) continue
    const number = drawSecretNumber()
    storeCommitment(table.code, next, seat, number)
    void store.add(seat, number)
  }
}
