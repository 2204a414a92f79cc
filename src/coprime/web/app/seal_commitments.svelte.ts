/** Commitments of sealed deals that this device was shown. A replay is checked against them in seal_check.ts. */
import { objectEntries, isText, validItems, LocalStore } from './local_store.svelte'

/** Enough for years of sealed matches; the oldest go first. */
const MOST = 300

/** A commitment that this device was shown, and the numbers that it added, by seat. */
export interface StoredCommitment {
  commitment: string
  table: string
  added: Record<string, string>
  /** Not before the match had begun: it began at once, or this device came later. */
  late?: true
}

const store = new LocalStore<StoredCommitment[]>('coprime.seals', (found) =>
  validItems(found, (one): one is StoredCommitment => {
    const { commitment, table, added } = (one ?? {}) as StoredCommitment
    return isText(commitment) && isText(table) && objectEntries(added).every(([, number]) => isText(number))
  }),
)

export const findCommitment = (commitment: string): StoredCommitment | undefined => store.value.find((one) => one.commitment === commitment)
/** Was this device at a table where there are seals? */
export const hasCommitmentFor = (table: string): boolean => store.value.some((one) => one.table === table)
export const forgetSeals = (): void => store.forget()

/** Store a commitment that was shown at a table, and the number that was added to it for a seat, if any. */
export function storeCommitment(table: string, commitment: string, seat?: number, number = ''): void {
  const before = findCommitment(commitment)
  if (before && (seat === undefined || before.added[seat] === number)) return
  const added = { ...before?.added, ...(seat === undefined ? {} : { [seat]: number }) }
  store.change((known) => [...known.filter((one) => one.commitment !== commitment), { commitment, table, added }].slice(-MOST))
}

/** Store a commitment that was first shown after its match had begun. */
export function storeLateCommitment(table: string, commitment: string): void {
  if (!findCommitment(commitment)) store.change((known) => [...known, { commitment, table, added: {}, late: true as const }].slice(-MOST))
}

/** Draw a random number that nobody can guess, as text. */
export const drawSecretNumber = (): string => String(crypto.getRandomValues(new BigUint64Array(1))[0])
