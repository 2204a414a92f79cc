/** The stores of a tournament, and of what stands for everybody at its tables. */
import { PolledState } from '$app/net/polled_state.svelte'
import { tournaments, type Notice, type Tournament } from '$app/tournament_api'

/** Seconds for which the server holds the answer back while a player of an arena waits, until there is a table. */
const HOLD = 2
/** Milliseconds between such an answer and the next look. */
const HELD_EVERY = 100
/** Milliseconds between two looks while the server names a table to which this page has been, or is away. */
const WAITING_EVERY = 500
/** Milliseconds between two looks of a table. */
const AT_TABLE_EVERY = 4000

/** A tournament as this page knows it. */
export class TournamentStore extends PolledState<Tournament> {
  /** This page is a player's, who is paired while they look at it. */
  isPlayers = true

  protected async fetchState(code: string): Promise<Tournament> {
    const isLooked = this.isPlayers && document.visibilityState === 'visible'
    const last = this.state
    const told = await tournaments.look(code, { waits: isLooked, hold: isLooked && this.#isPaired() ? HOLD : 0, known: last?.version ?? '' })
    if (told.code === undefined) return told.round_left === last?.round_left ? last! : { ...last!, round_left: told.round_left }
    return told.past === null ? { ...told, past: last?.past ?? [] } : told
  }

  protected override interval(): number {
    if (!this.#isPaired() || document.visibilityState !== 'visible') return super.interval()
    return this.state?.you?.table || this.away ? WAITING_EVERY : HELD_EVERY
  }

  /** This is the page of a player of an arena who is paired once somebody is free. */
  #isPaired(): boolean {
    const { arena, state, you } = this.state ?? {}
    return this.isPlayers && state === 'running' && !!arena && arena.left > 0 && you?.state === 'here'
  }
}

/** What the director has written to all, as the page of a table knows it. */
export class NoticeStore extends PolledState<Notice> {
  protected fetchState(code: string): Promise<Notice> {
    return tournaments.lookAtNotice(code)
  }

  protected override interval(): number {
    return AT_TABLE_EVERY
  }
}
