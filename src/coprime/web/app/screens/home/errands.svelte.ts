import { api, sentenceOf, type NewTable, type ShelfGame } from '$app/api'
import { finishedMatches, hasWon } from '$app/progress.svelte'
import { go } from '$app/router.svelte'

/** The preset for somebody who has never won this game, where it has one. */
export const gentle = (game: ShelfGame) => (hasWon(game.name) ? undefined : game.presets.find(({ name }) => name === game.gentle))

/** What "play now" asks for: who has never won begins gently, and who has never finished a match without a clock. */
export function first(game: ShelfGame): Pick<NewTable, 'preset' | 'calm'> {
  const preset = gentle(game)?.name
  return { ...(preset ? { preset } : {}), ...(finishedMatches(game.name).length ? {} : { calm: true }) }
}

/** What the home screen asks of the house: one thing at a time. */
export class Errands {
  /** What came in the way of the last one: a sentence, or ''. */
  trouble = $state('')
  #busy = false

  async run(errand: () => Promise<void>): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    this.trouble = ''
    try {
      await errand()
    } catch (problem) {
      this.trouble = sentenceOf(problem)
    } finally {
      this.#busy = false
    }
  }

  /** Opens a table and goes there. */
  readonly table = (asked: NewTable): Promise<void> => this.run(async () => go(`/t/${(await api.newTable(asked)).code}`))
}
