/** A month as a calendar draws it. */

/** Its days in weeks from Monday on; null where a week belongs to another month. */
export function weeksOf(year: number, month: number): (number | null)[][] {
  const before = (new Date(year, month, 1).getDay() + 6) % 7
  const days = new Date(year, month + 1, 0).getDate()
  const places = Array.from({ length: Math.ceil((before + days) / 7) * 7 }, (_, i) => i - before + 1)
  const drawn = places.map((day) => (day >= 1 && day <= days ? day : null))
  return Array.from({ length: drawn.length / 7 }, (_, week) => drawn.slice(7 * week, 7 * week + 7))
}

/** One letter for each day of a week, Monday first. */
export function weekdayNames(language: string): string[] {
  const monday = new Date(2026, 5, 1)
  return Array.from({ length: 7 }, (_, i) => new Date(monday.getFullYear(), monday.getMonth(), 1 + i).toLocaleDateString(language, { weekday: 'narrow' }))
}
