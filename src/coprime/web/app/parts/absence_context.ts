import { getContext, setContext } from 'svelte'

const key = Symbol('absence')
type SecondsLeft = (seat: number) => number | null

/** Says in how many seconds a bot plays a seat whose people are away, so that it stands beside their name. */
export const provideAbsence = (secondsLeft: SecondsLeft): SecondsLeft => setContext(key, secondsLeft)

export const useAbsence = (): SecondsLeft => getContext<SecondsLeft | undefined>(key) ?? (() => null)
