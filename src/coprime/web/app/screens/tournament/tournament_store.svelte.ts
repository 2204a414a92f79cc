/** The store of a tournament. */
import { PolledState } from '$app/net/polled_state.svelte'
import { tournaments, type Tournament } from '$app/tournaments'

/** A tournament as this page knows it. */
export class TournamentStore extends PolledState<Tournament> {
  protected fetchState(code: string): Promise<Tournament> {
    return tournaments.look(code)
  }
}
