/** The state of an exercise while somebody tries it. */
import { RequestError, sentenceOf, type AttemptResult, type Attempt } from '$app/api'
import type { LogLine, Refusal, Scene } from '$app/net/wire_messages'
import type { Hinted } from '$app/parts'
import type { Verdict } from '$app/table/contract'

/** ms for which the last wrong try is seen before the answer is. */
const SHOWN_AFTER = 2500

/** All hints of an exercise, the cards that each is about, and what the last one says is to be done. */
interface HintLadder {
  rungs: string[]
  cards?: string[][]
  acts?: string[]
}

/** Sends an attempt at an exercise to the server and returns the answer. */
export type SubmitAttempt = <T = AttemptResult>(tried: Attempt) => Promise<T>

/** One exercise while somebody works at it: the position, what is said, and what has been done and was right. */
export class Trial {
  now: AttemptResult | undefined = $state.raw()
  /** What is said in place of the game's own sentence: what is asked, or what became of the last try. */
  said: { ask: string; why: string } = $state.raw({ ask: '', why: '' })
  verdict: AttemptResult['verdict'] = $state('asked')
  refused: Refusal | null = $state.raw(null)
  lines: LogLine[] = $state.raw([])
  fresh: LogLine[] = $state.raw([])
  /** What the judge says of a wrong try: it stays until something else is tried. */
  judged: LogLine[] = $state.raw([])
  hintSteps: string[] = $state.raw([])
  hints: HintLadder | undefined = $state.raw()
  wrong = $state(0)
  /** How often something wrong was taken back from the table. */
  returned = $state(0)
  busy = $state(false)
  /** The answer was asked for. */
  shown = $state(false)
  trouble = $state('')
  /** Hints that were opened. */
  used = $state(0)
  private done: string[] = $state.raw([])
  /** What was tried and was wrong: the same once more is no other try. */
  private readonly triedWrong = new Set<string>()

  /**
   * `solved`: what is done once it is right.
   * `most`: tries that there are; then the answer is shown. 0: as many as one likes, and a second wrong one opens a hint.
   * `learn`: hears the lines of what one tried by oneself, right or wrong.
   */
  constructor(
    private readonly submit: SubmitAttempt,
    private readonly solved: (trial: Trial) => void,
    readonly most = 0,
    private readonly learn: (lines: readonly LogLine[]) => void = () => undefined,
  ) {}

  get scene(): (Scene & Record<string, unknown>) | undefined {
    return this.now?.scene as (Scene & Record<string, unknown>) | undefined
  }
  get begun(): boolean {
    return this.done.length > 0
  }

  /** From the beginning. */
  async open(): Promise<void> {
    this.trouble = ''
    try {
      this.show(await this.submit({ done: [] }), [])
      this.lines = []
      this.fresh = []
    } catch (problem) {
      this.trouble = sentenceOf(problem)
    }
  }

  private show(now: AttemptResult, done: string[]): void {
    this.done = done
    this.fresh = now.lines
    this.now = now
    this.lines = [...this.lines, ...now.lines]
    this.judged = []
    this.say(now)
  }
  private say({ verdict, ask, why }: AttemptResult): void {
    this.verdict = verdict
    this.said = { ask, why }
    this.refused = null
    this.hintSteps = []
    this.hints = undefined
  }

  /** What the newest hint points at; of the last one also what is to be done. */
  readonly hinted: Hinted = $derived.by(() => {
    const opened = this.hintSteps.length
    const last = opened > 0 && opened === this.hints?.rungs.length
    return { cards: this.hints?.cards?.[opened - 1] ?? [], acts: (last && this.hints?.acts) || [] }
  })
  get left(): number {
    return this.most - this.wrong
  }

  async send(acts: string[]): Promise<boolean> {
    if (this.busy || this.verdict === 'right') return false
    this.busy = true
    try {
      const found = await this.submit({ done: this.done, acts })
      if (found.verdict === 'refused') this.refused = { sentence: found.ask, rule: found.rule }
      else if (found.verdict === 'wrong') {
        const tried = JSON.stringify([this.done, acts])
        const known = this.triedWrong.has(tried)
        this.triedWrong.add(tried)
        if (!known || !this.most) this.wrong++
        if (!known) this.learn(found.lines)
        const hintSteps = this.hintSteps
        const hints = this.hints
        this.say(found)
        this.judged = found.lines
        this.returned++
        this.hintSteps = hintSteps
        this.hints = hints
        if (this.most && !this.left && !known) setTimeout(() => void this.answer(), SHOWN_AFTER)
        else if (!this.most && this.wrong > 1) await this.hint()
      } else {
        if (!this.shown) this.learn(found.lines)
        this.show(found, [...this.done, ...acts])
        if (found.verdict === 'right') this.solved(this)
        return true
      }
    } catch (problem) {
      this.refused = { sentence: sentenceOf(problem), rule: problem instanceof RequestError ? problem.rule : '' }
    } finally {
      this.busy = false
    }
    return false
  }

  async ask(acts: string[]): Promise<Verdict> {
    try {
      return await this.submit<Verdict>({ done: this.done, acts, how: 'ask' })
    } catch (problem) {
      return { ok: false, sentence: sentenceOf(problem), rule: '' }
    }
  }
  async why(acts: string[]): Promise<void> {
    const { ok, sentence, rule } = await this.ask(acts)
    if (!ok) this.refused = { sentence, rule }
  }
  async preview<S>(acts: string[]): Promise<S | null> {
    try {
      return (await this.submit<{ scene: S }>({ done: this.done, acts, how: 'preview' })).scene
    } catch {
      return null
    }
  }
  async study(question: string): Promise<Record<string, unknown> | null> {
    try {
      return (await this.submit<{ found: Record<string, unknown> | null }>({ done: this.done, how: 'study', question })).found
    } catch {
      return null
    }
  }
  /** Open the hints up to a step, the first being 1; without one the next. A double tap opens one. */
  async hint(upTo = this.hintSteps.length + 1): Promise<void> {
    try {
      const { rungs } = (this.hints ??= await this.submit<HintLadder>({ done: this.done, how: 'hint' }))
      const opened = rungs.slice(0, Math.max(upTo, this.hintSteps.length))
      this.used += opened.length - this.hintSteps.length
      this.hintSteps = opened
    } catch (problem) {
      this.trouble = sentenceOf(problem)
    }
  }
  /** Does what is asked. */
  async answer(): Promise<void> {
    try {
      const { acts } = await this.submit<{ acts: string[] }>({ done: this.done, how: 'answer' })
      this.shown = true
      for (const act of acts) if (this.verdict !== 'right') await this.send([act])
    } catch (problem) {
      this.trouble = sentenceOf(problem)
    }
  }
  /** Back to the beginning, where something was done. */
  async again(): Promise<void> {
    this.shown = false
    this.wrong = this.used = 0
    this.triedWrong.clear()
    await this.open()
  }
}

/** Exercises in a row, one of them on the table: the one that was asked for last, so that two quick skips are two. */
export class Series {
  /** The one that lies there; -1: none. */
  at = $state(-1)
  trial: Trial | undefined = $state.raw()
  trouble = $state('')
  /** The one that was asked for last. */
  goal = -1
  private asked = 0

  /** Lays out the nth one: `begin` makes it, or nothing where there are no more. */
  async open(n: number, begin: (n: number) => Trial | undefined): Promise<void> {
    this.goal = n
    const asked = ++this.asked
    const fresh = begin(n)
    if (!fresh) return this.clear()
    await fresh.open()
    if (asked !== this.asked) return
    this.trouble = fresh.trouble
    if (this.trouble) return
    this.at = n
    this.trial = fresh
    scrollTo(0, 0)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  clear(): void {
    this.asked++
    this.at = this.goal = -1
    this.trial = undefined
  }
}
