/** Days by the calendar of this device: a day is a number, 20261122, whatever the clock, the zone and daylight saving do. */

const MS_PER_DAY = 86_400_000
/** Looked at so often while the page is open: clocks jump, and devices sleep. */
const EVERY = 30_000

export const dayNumber = (day: Date): number => day.getFullYear() * 10_000 + (day.getMonth() + 1) * 100 + day.getDate()
export const todayNumber = (): number => dayNumber(new Date())

const parts = (day: number): [year: number, month: number, date: number] => [Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100]

/** The noon of a day here: the one hour that every day of every zone has once. */
export const noonOf = (day: number): Date => new Date(...parts(day), 12)
/** A number that is one more on the next day, so that days can be counted. */
export const ordinalOf = (day: number): number => Math.round(Date.UTC(...parts(day)) / MS_PER_DAY)
/** A day from its ordinal. */
export function dayOfOrdinal(ordinal: number): number {
  const day = new Date(ordinal * MS_PER_DAY)
  return day.getUTCFullYear() * 10_000 + (day.getUTCMonth() + 1) * 100 + day.getUTCDate()
}

let now = $state(todayNumber())
let watching = false
const look = () => {
  now = todayNumber()
}

/** The day that it is now, for whatever shows it: it changes at midnight, and where somebody travels. */
export function currentDay(): number {
  if (!watching) {
    watching = true
    setInterval(look, EVERY)
    document.addEventListener('visibilitychange', look)
  }
  return now
}
