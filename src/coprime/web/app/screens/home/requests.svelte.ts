import { api, sentenceOf, type NewTable, type ShelfGame } from '$app/api'
import { finishedMatches, hasWon } from '$app/progress.svelte'
import { go } from '$app/router.svelte'

const presetOf = (game: ShelfGame, wanted: string) => game.presets.find(({ name }) => name === wanted)

/** The preset for somebody who has never won this game, where it has one. */
export const gentle = (game: ShelfGame) => (hasWon(game.name) ? undefined : presetOf(game, game.gentle))

/** The preset of "play now" for everybody else. */
export const usual = (game: ShelfGame) => presetOf(game, game.usual) ?? game.presets[0]

/** What "play now" asks for: who has never won begins gently, and who has never finished a match without a clock. */
export function first(game: ShelfGame): Pick<NewTable, 'preset' | 'calm'> {
  const preset = (gentle(game) ?? usual(game))?.name
  return { ...(preset ? { preset } : {}), ...(finishedMatches(game.name).length ? {} : { calm: true }) }
}

/** A table for a numbered deal, by the usual rules, so that it is the same for everybody. */
export function dealt(game: ShelfGame, deal: number): NewTable {
  // Where the rules number the deals, the number is an option.
  const own = game.options.some((one) => one.name === 'deal')
  const preset = game.presets[0]?.name
  const calm = !finishedMatches(game.name).length
  return { game: game.name, now: true, calm, ...(own ? { options: { deal }, ...(preset ? { preset } : {}) } : { deal }) }
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
