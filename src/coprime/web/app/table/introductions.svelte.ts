/** The parts of a table that somebody new has been shown, and the caption of the moment. */
import { isGuided, recordGuided, recordTold, wasTold } from '$app/first_steps.svelte'
import type { Scene, Table } from '$app/net/wire'
import { provideIntroduced } from '$app/parts/introduced'
import { finishedMatches } from '$app/progress.svelte'
import { introductionsOf, NO_INTRODUCTIONS, type Introduction, type IntroductionModule } from './introductions'

interface Facts {
  game: string
  /** This match, which does not count itself once it is over. */
  id: string
  scene: unknown
  /** One person plays here, and nobody teaches. */
  alone: boolean
}

/** Which parts of a table somebody sees, and the caption that is shown now: one at a time, until the next input. */
export class Introductions {
  now: Introduction | undefined = $state.raw()
  private module: IntroductionModule = $state.raw(NO_INTRODUCTIONS)

  constructor(private readonly facts: () => Facts) {}

  /** Fetch what the game introduces; who has finished no match of it is shown it one by one from now on. */
  async load(game: string): Promise<void> {
    if (!finishedMatches(game).length) recordGuided(game)
    this.module = await introductionsOf(game)
  }

  private get match(): number {
    const { game, id } = this.facts()
    return finishedMatches(game).filter((one) => one.id !== id).length + 1
  }
  private get guides(): boolean {
    const { game, alone } = this.facts()
    return alone && isGuided(game)
  }
  private isThere(one: Introduction): boolean {
    const { game, scene } = this.facts()
    return one.match <= this.match || wasTold(game, one.part) || !!(one.isNeeded as ((scene: unknown) => boolean) | undefined)?.(scene)
  }

  readonly shows = (part: string): boolean => !this.guides || this.module.introductions.every((one) => one.part !== part || this.isThere(one))

  /** Show the caption of the first part that is there, was never explained, and is in sight. */
  offer(inSight: (selector: string) => boolean = isInSight): void {
    if (!this.guides || this.now) return
    const { game } = this.facts()
    this.now = this.module.introductions.find((one) => !wasTold(game, one.part) && this.isThere(one) && inSight(one.at))
  }
  /** The next input: the caption goes and does not come again. */
  heed(): void {
    if (!this.now) return
    recordTold(this.facts().game, this.now.part)
    this.now = undefined
  }
}

const isInSight = (selector: string): boolean =>
  [...document.querySelectorAll(selector)].some((one) => {
    const { width, top } = one.getBoundingClientRect()
    return width > 0 && top < innerHeight
  })

/** ms after which a caption comes on one's turn: what was dealt has come to rest. */
const PAUSE = 300

interface TableFacts {
  table: Table
  scene: Scene | undefined
  /** The seats of this page, and whether one of them may act. */
  held: readonly number[]
  live: boolean
  /** How often something was played from here: one caption at most comes before each. */
  played: number
  /** The game's part of the page has come. */
  drawn: boolean
}

/** At a table in play: say which parts are shown, and offer a caption on each turn of one's own. */
export function introduceParts(facts: () => TableFacts): Introductions {
  const introductions = new Introductions(() => {
    const { table, scene, held } = facts()
    return { game: table.game, id: `${table.code}.${table.match}`, scene, alone: held.length === 1 && !table.classroom }
  })
  provideIntroduced(introductions.shows)
  const game = $derived(facts().held.length === 1 ? facts().table.game : '')
  const turn = $derived(facts().live && facts().drawn ? facts().played : -1)
  $effect(() => {
    if (game) void introductions.load(game)
  })
  $effect(() => {
    if (turn < 0) return
    const soon = setTimeout(() => introductions.offer(), PAUSE)
    return () => clearTimeout(soon)
  })
  return introductions
}
