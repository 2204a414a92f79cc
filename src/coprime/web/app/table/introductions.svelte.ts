/** The parts of a table that somebody new has been shown, and the caption of the moment. */
import { untrack } from 'svelte'
import { isGuided, recordGuided, recordTold, wasTold } from '$app/onboarding.svelte'
import type { Scene, Table } from '$app/net/wire_messages'
import { provideIntroduced } from '$app/parts/introduction_context'
import { finishedMatches } from '$app/finished_matches.svelte'
import { introductionsOf, NO_INTRODUCTIONS, type Introduction, type IntroductionModule } from './introductions'

interface Facts {
  game: string
  /** This match, which does not count itself once it is over. */
  id: string
  scene: unknown
  /** One person plays here, and nobody teaches. */
  alone: boolean
}

/** From this match on nothing comes back that was explained before. */
const LAST = 4

/** Which parts of a table somebody sees, and the caption that is shown now: one at a time, until the next input. */
export class Introductions {
  now: Introduction | undefined = $state.raw()
  /** How often each caption that lasts was shown here: the one that was shown least comes first. */
  private readonly shown = new Map<string, number>()
  private before: unknown
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
    const times = ({ part }: Introduction) => this.shown.get(part) ?? 0
    this.now = this.module.introductions
      .filter((one) => !wasTold(game, one.part) && this.isThere(one) && this.isTimely(one) && inSight(one.at))
      .sort((one, other) => times(one) - times(other))[0]
  }
  /** Whether a caption that lasts helps in this position; any other does whenever it is due. */
  private isTimely({ lasts }: Introduction): boolean {
    if (!lasts) return true
    return this.match < LAST && (lasts.isTimely as (scene: unknown) => boolean)(this.facts().scene)
  }
  /** The next input: the caption goes, and does not come again unless it lasts. */
  hideCaption(): void {
    if (!this.now) return
    const { lasts, part } = this.now
    if (lasts) this.shown.set(part, (this.shown.get(part) ?? 0) + 1)
    else recordTold(this.facts().game, part)
    this.now = undefined
  }
  /** Somebody says so of the caption that is shown: it does not come again. */
  understand(): void {
    if (!this.now) return
    recordTold(this.facts().game, this.now.part)
    this.now = undefined
  }
  /** Somebody wants a part before its match: it is there from now on, and explained at once. */
  readonly open = (part: string): void => {
    recordTold(this.facts().game, part)
    this.now = this.module.introductions.find((one) => one.part === part)
  }
  /** The next position: what somebody has done themselves needs no caption any more. */
  follow(scene: unknown): void {
    const before = this.before
    this.before = scene
    if (!before || !scene || !this.guides) return
    const { game } = this.facts()
    for (const { part, lasts } of this.module.introductions)
      if (lasts && !wasTold(game, part) && (lasts.isUnderstood as (before: unknown, now: unknown) => boolean)(before, scene)) recordTold(game, part)
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
  provideIntroduced(introductions.shows, introductions.open)
  const game = $derived(facts().held.length === 1 ? facts().table.game : '')
  const turn = $derived(facts().live && facts().drawn ? facts().played : -1)
  $effect(() => {
    if (game) void introductions.load(game)
  })
  $effect(() => {
    const { scene } = facts()
    untrack(() => introductions.follow(scene))
  })
  /** The turn before which a caption has come. */
  let captioned = -1
  $effect(() => {
    // What is next may be seen only with a later position of the same turn.
    void facts().scene
    if (turn < 0) captioned = -1
    if (turn === captioned) return
    const soon = setTimeout(() => {
      introductions.offer()
      if (introductions.now) captioned = turn
    }, PAUSE)
    return () => clearTimeout(soon)
  })
  return introductions
}
