/** The store of a tournament. */
import { PolledState } from '$app/net/polled_state.svelte'
import { tournaments, type Tournament } from '$app/tournaments'

/** Milliseconds between two looks while a player of an arena waits for an opponent. */
const WAITING_EVERY = 500

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
