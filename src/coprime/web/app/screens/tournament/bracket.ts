/** The drawing of a knock-out: who meets whom in every round, as far as that is known. */
import type { Pairing, Tournament, TournamentRound } from '$app/tournament_api'

export interface BracketName {
  name: string
  /** Won games; null before one is counted. */
  games: number | null
  won: boolean
  /** They have lost this pairing. */
  out: boolean
}
/** A pairing of the drawing; without names while nobody is known for it. */
export interface BracketPlace {
  names: BracketName[]
  /** The table that plays or waits; 0 for none. */
  table: number
  bye: boolean
}

/** For how many players a drawing has room on one page. */
export const MOST_IN_BRACKET = 32

/** Who has won a pairing; '' for nobody. */
export function winnerOf({ state, players, score, forfeited, corrected }: Pairing): string {
  if (state === 'bye') return players[0] ?? ''
  if (state !== 'done') return ''
  if (forfeited.length && !corrected) return players.find((name) => !forfeited.includes(name)) ?? ''
  return score[0] > score[1] ? (players[0] ?? '') : score[0] < score[1] ? (players[1] ?? '') : ''
}

const waiting = (name: string): BracketName => ({ name, games: null, won: false, out: false })

function place(pairing: Pairing): BracketPlace {
  const winner = winnerOf(pairing)
  const counted = pairing.score.some(Boolean)
  const names = pairing.players.map((name, i) => ({
    name,
    games: pairing.state !== 'bye' && counted ? (pairing.score[i] ?? 0) : null,
    won: name === winner,
    out: !!winner && name !== winner,
  }))
  return { names, table: pairing.state === 'waiting' || pairing.state === 'playing' ? pairing.table : 0, bye: pairing.state === 'bye' }
}

/** All rounds, each with its places from the top. A table has the number of its place. */
export function drawBracket({ rounds, past, round }: Pick<Tournament, 'rounds' | 'past' | 'round'>): BracketPlace[][] {
  const paired: TournamentRound[] = round ? [...past, round] : []
  const drawn: BracketPlace[][] = []
  for (let number = 1; number <= rounds; number++) {
    const known = paired.find((one) => one.number === number)
    const before = drawn.at(-1)
    drawn.push(
      Array.from({ length: 2 ** (rounds - number) }, (_, i) => {
        const pairing = known?.pairings.find(({ table }) => table === i + 1)
        if (pairing) return place(pairing)
        const come = known || !before ? [] : [before[2 * i], before[2 * i + 1]].flatMap((one) => one?.names.filter(({ won }) => won) ?? [])
        return { names: come.map(({ name }) => waiting(name)), table: 0, bye: false }
      }),
    )
  }
  return drawn
}

/** Whether a drawing of the tournament has room on one page; `less`: something else stands there too. */
export function hasBracket({ format, state, rounds }: Pick<Tournament, 'format' | 'state' | 'rounds'>, less: boolean): boolean {
  return format === 'knockout' && state !== 'entry' && rounds > 0 && 2 ** rounds <= (less ? MOST_IN_BRACKET / 2 : MOST_IN_BRACKET)
}
