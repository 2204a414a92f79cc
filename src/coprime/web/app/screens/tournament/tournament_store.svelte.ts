/** The stores of a tournament, and of what stands for everybody at its tables. */
import { PolledState } from '$app/net/polled_state.svelte'
import { tournaments, type Notice, type Tournament } from '$app/tournament_api'

/** Milliseconds between two looks while a player of an arena waits for an opponent. */
const WAITING_EVERY = 500
/** Milliseconds between two looks of a table. */
const AT_TABLE_EVERY = 4000

/** A tournament as this page knows it. */
export class TournamentStore extends PolledState<Tournament> {
  /** This page is a player's, who is paired while they look at it. */
  isPlayers = true

  protected fetchState(code: string): Promise<Tournament> {
    return tournaments.look(code, this.isPlayers && document.visibilityState === 'visible')
  }

  protected override interval(): number {
    const waits = this.isPlayers && this.state?.arena && this.state.state === 'running' && this.state.you && !this.state.you.table
    return waits ? WAITING_EVERY : super.interval()
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
