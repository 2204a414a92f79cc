const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60\p{Emoji_Presentation}]/u
const letters = (name: string) => [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment)
const widthOf = (letter: string) => (WIDE.test(letter) ? 1.5 : 1)

/**
 * The beginnings of some names, each of so many narrow letters at most. One that is taken by an earlier name ends with
 * the first letter of its own that makes it another, if there is one.
 */
export function abbreviateNames(names: readonly string[], width: number): string[] {
  const taken: string[] = []
  for (const name of names.map(letters)) {
    const whole = beginning(name, width)
    const kept = beginning(name, width - Math.max(...name.map(widthOf), 1))
    const others = name.slice(letters(kept).length + 1).filter((letter) => letter.trim())
    taken.push([whole, ...others.map((letter) => kept + letter)].find((one) => !taken.includes(one)) ?? whole)
  }
  return taken
}

function beginning(name: readonly string[], width: number): string {
  let used = 0
  const end = name.findIndex((letter) => (used += widthOf(letter)) > width)
  return name.slice(0, end < 0 ? name.length : end).join('')
}
