/** What somebody new is shown one by one at a table, and what the caption of a first turn points at. */
import { t } from '$app/messages'

/** A part of the table that comes with a caption. */
export interface Introduction {
  /** As `useIntroduced` asks for it. */
  part: string
  /** The match from which it is there, counted from 1. */
  match: number
  /** A selector of what the caption points at: nothing is said where nothing of it is in sight. */
  at: string
  /** What it is, and what it is good for. */
  text: string
  /** Whether a rule needs it in this position, so that it is there at once. */
  isNeeded?: (scene: never) => boolean
  /** With these two the caption stands beside what it explains, and comes back until somebody has done that, or has got it. */
  lasts?: {
    /** Whether this position is one in which it helps. */
    isTimely: (scene: never) => boolean
    /** Whether what happened between two positions shows that it is understood. */
    isUnderstood: (before: never, now: never) => boolean
  }
}

/** The module `introductions.ts` in a game's folder `web`. */
export interface IntroductionModule {
  /** A selector of what the first turn's caption points at. */
  firstTurn: string
  /** In the order in which they come. */
  introductions: readonly Introduction[]
}

export const NO_INTRODUCTIONS: IntroductionModule = { firstTurn: '', introductions: [] }

/** What the games' folders bring. A new game adds its file; nothing here knows a name. */
const files = import.meta.glob<IntroductionModule>('../../../games/*/web/introductions.ts')

export const introductionsOf = async (game: string): Promise<IntroductionModule> =>
  (await files[`../../../games/${game}/web/introductions.ts`]?.()) ?? NO_INTRODUCTIONS

/** The strokes on cards. */
export const strokes = (match: number): Introduction => ({ part: 'strokes', match, at: '.own .card:has(.fl), .mat .card:has(.fl)', text: t('intro.strokes') })
/** The game's own panel: beside the table, or in a sheet behind a button. */
export const panel = (match: number, text: string): Introduction => ({ part: 'panel', match, at: '.foot .beside, aside > :first-child', text })
/** The list of the rules in force, where there is room for it. */
export const rules = (match: number): Introduction => ({ part: 'rules', match, at: '[data-part=rules]', text: t('intro.rules') })
