import type { SeatInfo } from '$app/net/wire'
import { t } from '$app/messages'

export const namesOf = (seats: readonly SeatInfo[]): string[] => seats.map((seat) => seat.name || t('seat.free'))

/** An id for a message that has no answer of its own: a refusal of it can then be told from others. */
export const bind = (): string => Math.random().toString(36).slice(2)
