/** All seats in the order in which they play, from one's own; for a spectator, from the first. */
export function seatsFrom(mine: number | null, count: number): number[] {
  return Array.from({ length: count }, (_, i) => (i + (mine ?? 0)) % count)
}

/** The other seats in the order in which they play after one's own. */
export function seatsAfter(mine: number | null, count: number): number[] {
  return seatsFrom(mine, count).filter((seat) => seat !== mine)
}
