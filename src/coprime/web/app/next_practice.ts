/** What to practise next, by what a device remembers. */
export interface PracticeFacts {
  /** Numbers that were missed, the most often missed first. */
  numbers: readonly number[]
  /** Puzzles whose answer had to be shown, by game. */
  puzzles: readonly { game: string; n: number }[]
  /** Lessons that were skipped or left open, in games whose course was begun. */
  lessons: readonly { game: string; left: number }[]
  /** Primes below 100 that are not known yet. */
  open: number
}

export type Practice =
  | { what: 'numbers'; numbers: readonly number[]; href: string }
  | { what: 'puzzles'; game: string; n: number; href: string }
  | { what: 'lessons'; game: string; n: number; href: string }
  | { what: 'train' | 'day'; href: string }

/** Numbers that are named. */
export const NAMED = 3

/**
 * Choose what to practise next: numbers that were missed, then the game whose puzzles were missed most, then a course
 * that was left, then primes that are not known yet, then the puzzle of the day.
 */
export function choosePractice({ numbers, puzzles, lessons, open }: PracticeFacts): Practice {
  if (numbers.length) return { what: 'numbers', numbers: numbers.slice(0, NAMED), href: '/primes/train' }
  const puzzle = [...puzzles].sort((a, b) => b.n - a.n)[0]
  if (puzzle?.n) return { what: 'puzzles', ...puzzle, href: `/puzzles/${puzzle.game}?again` }
  const course = [...lessons].sort((a, b) => a.left - b.left).find(({ left }) => left > 0)
  if (course) return { what: 'lessons', game: course.game, n: course.left, href: `/learn/${course.game}?begin` }
  return open ? { what: 'train', href: '/primes/train' } : { what: 'day', href: '/puzzles/day' }
}
