/** Whether this device shows what is printed on the cards beside their numbers: kept here, never sent. */
const PLACE = 'coprime.prime_daifugo.print'

function load(): boolean {
  try {
    return localStorage.getItem(PLACE) !== 'hidden'
  } catch {
    return true
  }
}

export const shown = $state({ print: load() })

export function toggle(): void {
  shown.print = !shown.print
  try {
    localStorage.setItem(PLACE, shown.print ? 'shown' : 'hidden')
  } catch {
    // A private window may keep nothing; it then lasts as long as the page.
  }
}
