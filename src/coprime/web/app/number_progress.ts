import { recordPrimesOfLine, type NumbersLine } from './prime_album.svelte'
import type { PupilQuestion } from './class_api'
import { countLine, countLines, recordAnswer, type NumbersLineAtStep } from './known_numbers.svelte'

/** Count and collect the numbers of an exercise that somebody tried by themselves. */
export function learnNumbers(lines: readonly NumbersLine[], game: string): void {
  for (const line of lines) {
    countLine(line)
    recordPrimesOfLine(line, game)
  }
}

/** Count and collect what a seat of this page met in a match. Returns the primes that are new to the album. */
export function learnMatch(
  { code, game }: { code: string; game: string },
  seat: number,
  match: number,
  lines: readonly NumbersLineAtStep[],
  news: readonly NumbersLineAtStep[],
): number[] {
  countLines(code, seat, match, lines, news)
  return lines.flatMap((line) => recordPrimesOfLine(line, game))
}

/** The question to the class that was last seen open on this page. */
let openQuestion = ''

/** Count one's own answer to a question to the class, once, when the right one is shown. */
export function learnAnswer({ n, number, moment, shown, right, mine }: PupilQuestion): void {
  const question = `${n} ${number}`
  if (!shown) openQuestion = question
  else if (openQuestion === question) {
    openQuestion = ''
    if (!moment && mine !== null && number > 1) recordAnswer(number, mine === right)
  }
}
