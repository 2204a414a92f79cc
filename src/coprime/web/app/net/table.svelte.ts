import type { Line } from '$app/api'
import { t } from '$app/messages'
import { Countdown } from './countdown.svelte'
import { Link, type Reason, type State } from './socket'
import type { Answer, ChatLine, FromHouse, Refusal, Reply, Scene, SceneMessage, Table, View } from './wire'

/** What one seat (or a watcher) at this table sees. */
export interface Sight {
  n: number
  step: number
  match: number
  scene: Scene
  lines: Line[]
  /** What came with this scene. */
  fresh: Line[]
  clock: Countdown | null
  undo: boolean
}

/** A table as this browser knows it: whatever the house says is put here, whatever a person does goes through here. */
export class TableStore {
  state: State = $state('connecting')
  reason: Reason | undefined = $state()
  table: Table | undefined = $state.raw()
  chat: ChatLine[] = $state.raw([])
  /** A sentence of the house that belongs to no message. */
  trouble = $state('')
  refused: Refusal | null = $state(null)
  rungs: string[] = $state.raw([])
  rungsOf = $state(0)
  /** What the last step of the hints says is to be done, as actions. */
  advised: string[] = $state.raw([])
  busy = $state(false)
  unread = $state(0)
  /** Pages come through and the line to the table does not. */
  blocked = $state(false)
  /** What the teacher of a class has told this seat alone. */
  nudge = $state('')
  /** With whose eyes the teacher of a class looks. */
  eyes: View = $state('watcher')
  /** At a table of a class: when something last happened there, by this page's own clock, for its teacher. */
  since = $state(0)
  #sights: Map<View, Sight> = $state.raw(new Map())
  #seen = 0
  #sending = 0
  /** The seat that hints were asked for last, and how often that was. */
  #helped = -1
  #hints = 0
  #match = -1
  readonly #link: Link
  /** Called with the lines of every scene, for sounds and the album. */
  heard: ((seat: View, lines: Line[], sight: Sight) => void) | undefined

  constructor(
    readonly code: string,
    as: 'seat' | 'watch' = 'seat',
  ) {
    this.#link = new Link(code, as, {
      message: (message) => this.#hear(message),
      state: (state, reason) => this.#turned(state, reason),
      blocked: (is) => (this.blocked = is),
      seen: () => this.#seen,
    })
  }

  get lost(): boolean {
    return this.state !== 'open'
  }
  sight(view: View): Sight | undefined {
    return this.#sights.get(view)
  }

  close(): void {
    this.#link.close()
  }

  #turned(state: State, reason?: Reason): void {
    this.state = state
    this.reason = reason
    if (state === 'lost') for (const sight of this.#sights.values()) sight.clock?.stop()
  }

  #hear(message: FromHouse): void {
    if ('n' in message && message.type !== 'done') this.#seen = Math.max(this.#seen, message.n)
    if (message.type === 'welcome') {
      this.chat = message.chat
      this.#tabled(message.table)
      // Whoever comes back looks with their own eyes again.
      if (this.eyes !== 'watcher') void this.watch(this.eyes)
    } else if (message.type === 'table') this.#tabled(message.table)
    else if (message.type === 'scene') this.#see(message)
    else if (message.type === 'chat') {
      this.chat = [...this.chat, message].slice(-200)
      if (message.who !== this.table?.you.who) this.unread++
    } else if (message.type === 'nudge') this.nudge = message.text
    else if (message.type === 'refused') this.refused = { sentence: message.sentence, rule: message.rule }
    else if (message.type === 'error') this.trouble = message.sentence
  }

  #tabled(table: Table): void {
    this.table = table
    if (table.teaching) this.since = performance.now() - 1000 * table.teaching.still
    if (table.match !== this.#match) {
      this.#match = table.match
      this.#clearHelp()
    }
    const mine: View[] = table.you.seats.length && !table.teaching ? table.you.seats : ['watcher', this.eyes]
    const kept = [...this.#sights].filter(([view]) => mine.includes(view))
    if (kept.length !== this.#sights.size) this.#sights = new Map(kept)
  }

  #see(message: SceneMessage): void {
    const before = this.#sights.get(message.seat)
    const kept = (before?.lines ?? []).filter((line) => message.cut === null || line.step <= message.cut)
    const have = new Set(kept.map((line) => line.n))
    const come = message.lines.filter((line) => !have.has(line.n))
    // What stood in the log before is no news when the whole log comes again.
    const known = new Set(before?.match === message.match ? before.lines.map((line) => line.n) : [])
    const news = come.filter((line) => !known.has(line.n))
    const moved = before && (before.step !== message.step || before.match !== message.match)
    const sight: Sight = {
      n: message.n,
      step: message.step,
      match: message.match,
      scene: message.scene,
      lines: [...kept, ...come],
      fresh: before ? (moved ? news : before.fresh) : [],
      clock: message.clock ? new Countdown(message.clock) : null,
      undo: message.undo,
    }
    this.#sights = new Map(this.#sights).set(message.seat, sight)
    if (moved) {
      this.since = performance.now()
      this.refused = null
      // Whoever acts has done with the hints; where others act beside, what was opened is told for the new position.
      if (this.rungs.length && !this.#sending && message.seat === this.#helped) void this.hint(this.#helped, true)
      else this.#clearHelp()
    }
    this.trouble = ''
    this.heard?.(message.seat, before ? news : [], sight)
  }

  #clearHelp(): void {
    this.rungs = []
    this.rungsOf = 0
    this.advised = []
  }

  /** One message and its answer. What the house refuses stands in `refused`. */
  async tell(message: { type: string } & Record<string, unknown>): Promise<boolean> {
    this.#sending++
    this.busy = true
    const reply: Reply = await this.#link.request(message)
    this.busy = --this.#sending > 0
    this.refused = reply.kind === 'refused' && reply.sentence ? { sentence: reply.sentence, rule: reply.rule ?? '' } : null
    return reply.kind !== 'refused'
  }
  act(seat: number | null, acts: string[]): Promise<boolean> {
    return this.tell({ type: 'act', seen: this.#seen, acts, ...(seat === null ? {} : { seat }) })
  }
  undo(seat: number | null, to?: number): Promise<boolean> {
    return this.tell({ type: 'undo', ...(seat === null ? {} : { seat }), ...(to === undefined ? {} : { to }) })
  }
  /** Shows why the last of these would be refused; nothing where it would not. */
  async why(seat: number | null, acts: string[]): Promise<void> {
    const { ok, sentence, rule } = await this.ask(seat, acts)
    if (!ok && sentence) this.refused = { sentence, rule }
  }
  async ask(seat: number | null, acts: string[]): Promise<{ ok: boolean; sentence: string; rule: string }> {
    const reply = await this.#quietly({ type: 'ask', acts, ...(seat === null ? {} : { seat }) })
    return { ok: reply.kind === 'answer' && reply.ok === true, sentence: reply.sentence ?? '', rule: reply.rule ?? '' }
  }
  async preview(seat: number | null, acts: string[]): Promise<Scene | null> {
    return (await this.#quietly({ type: 'preview', acts, ...(seat === null ? {} : { seat }) })).scene ?? null
  }
  /** An earlier moment as that seat, or a watcher, saw it. */
  async look(seat: number | null, step: number): Promise<Scene | null> {
    return (await this.#quietly({ type: 'look', step, ...(seat === null ? {} : { seat }) })).scene ?? null
  }
  async study(seat: number | null, question: string): Promise<Record<string, unknown> | null> {
    const reply = await this.#quietly({ type: 'study', question, ...(seat === null ? {} : { seat }) })
    return reply.found ?? null
  }
  /** Adds a number to the next match, without a word of it. */
  async add(seat: number, number: string): Promise<void> {
    await this.#quietly({ type: 'add', seat, number })
  }
  /** The next step of the hints; `again`: only those that were opened, for the position as it is now. */
  async hint(seat: number, again = false): Promise<void> {
    this.#helped = seat
    const asked = ++this.#hints
    const reply = await this.#quietly({ type: 'hint', seat, ...(again ? { again } : {}) })
    if (reply.kind === 'refused') {
      if (again && asked === this.#hints) this.#clearHelp()
      if (!again) this.refused = { sentence: reply.sentence ?? '', rule: reply.rule ?? '' }
    } else {
      this.rungs = reply.rungs ?? []
      this.rungsOf = reply.of ?? 0
      this.advised = reply.acts ?? []
    }
  }
  /** The teacher of a class looks with the eyes of that seat. */
  async watch(eyes: View): Promise<boolean> {
    const kept = await this.tell({ type: 'watch', ...(eyes === 'watcher' ? {} : { seat: eyes }) })
    if (kept) this.eyes = eyes
    return kept
  }
  /** Says something that has no answer but what everybody then sees. */
  say(message: { type: string } & Record<string, unknown>): void {
    this.#link.say(message)
  }
  #quietly(message: { type: string } & Record<string, unknown>): Promise<Answer & { kind: Reply['kind'] }> {
    return this.#link.request(message)
  }

  /** Why it ended, as a sentence. */
  get farewell(): string {
    return this.trouble || t(`end.${this.reason ?? 'gone'}`)
  }
}
