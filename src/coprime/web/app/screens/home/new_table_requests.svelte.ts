/** What "play now" and the lobby ask the server for: presets, options, a new table. */
import { api, sentenceOf, type NewTable, type GameInfo } from '$app/api'
import { needsFirstTurn } from '$app/onboarding.svelte'
import { finishedMatches, hasWon } from '$app/finished_matches.svelte'
import { navigate } from '$app/router.svelte'

const presetOf = (game: GameInfo, wanted: string) => game.presets.find(({ name }) => name === wanted)

/** The preset for somebody who has never won this game, where it has one. */
export const beginnerPreset = (game: GameInfo) => (hasWon(game.name) ? undefined : presetOf(game, game.gentle))

/** The preset of "play now" for everybody else. */
export const usualPreset = (game: GameInfo) => presetOf(game, game.usual) ?? game.presets[0]

/** Options of "play now": who has never won begins gently, and who has never finished a match without a clock. */
export function quickStartOptions(game: GameInfo): Pick<NewTable, 'preset' | 'calm'> {
  const preset = (beginnerPreset(game) ?? usualPreset(game))?.name
  return { ...(preset ? { preset } : {}), ...(finishedMatches(game.name).length ? {} : { calm: true }) }
}

/** The table of "play now". */
export const quickStartTable = (game: GameInfo): NewTable => ({ game: game.name, now: true, options: {}, ...quickStartOptions(game) })

/** A table for a numbered deal, by the usual rules, so that it is the same for everybody. */
export function newTableForDeal(game: GameInfo, deal: number): NewTable {
  // Where the rules number the deals, the number is an option.
  const own = game.options.some((one) => one.name === 'deal')
  const preset = game.presets[0]?.name
  const calm = !finishedMatches(game.name).length
  return { game: game.name, now: true, calm, ...(own ? { options: { deal }, ...(preset ? { preset } : {}) } : { deal }) }
}

/** Requests of the home screen, one at a time. */
export class RequestRunner {
  /** What came in the way of the last one: a sentence, or ''. */
  trouble = $state('')
  #busy = false

  async run(request: () => Promise<void>): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    this.trouble = ''
    try {
      await request()
    } catch (problem) {
      this.trouble = sentenceOf(problem)
    } finally {
      this.#busy = false
    }
  }

  /** Opens a table and goes there. */
  readonly openTable = (asked: NewTable): Promise<void> => this.run(() => this.goToTable(asked))

  /** The same for a request that is under way; `replace`: the back button does not lead to the page that is left. */
  async goToTable(asked: NewTable, replace = false): Promise<void> {
    navigate(`/t/${(await api.newTable(asked)).code}`, replace)
  }

  /** "Play now": somebody new begins with a guided turn. */
  async playNow(game: GameInfo, asked = quickStartTable(game)): Promise<void> {
    if (game.first_turn && needsFirstTurn(game.name)) navigate(`/first/${game.name}`)
    else await this.openTable(asked)
  }
}
