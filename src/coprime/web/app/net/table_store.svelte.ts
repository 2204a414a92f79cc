/** The store of one table: what the server has told, and the actions that are sent from here. */
import type { LogLine } from '$app/api'
import { t } from '$app/messages'
import { hasOpenTables } from '$app/open_tables.svelte'
import { people, type Invitation } from '$app/people_api'
import { Absences } from './absence_countdowns'
import { MoveTimes } from './move_deadlines'
import { Announcements } from './table_notices.svelte'
import { Countdown } from './countdown.svelte'
import { TableConnection, type Reason, type State } from './socket'
import { shareStructure } from './structural_sharing'
import type { Answer, ChatLine, ServerMessage, Reaction, Refusal, Reply, Scene, SceneMessage, Table, View } from './wire_messages'

/** Milliseconds that a reaction stands in the line of news. */
const REACTION_SHOWN = 6000
/** Milliseconds that an accepted action waits for its scene; a line that breaks just then brings it later. */
const SCENE_WAIT = 500

/** What one seat (or a watcher) at this table sees. */
export interface SeatView {
  n: number
  step: number
  match: number
  scene: Scene
  lines: LogLine[]
  /** What came with this scene. */
  fresh: LogLine[]
  clock: Countdown | null
  undo: boolean
  takeback: boolean
}

/** A table as this browser knows it: messages of the server are stored here, and actions of a person are sent from here. */
export class TableStore {
  state: State = $state('connecting')
  reason: Reason | undefined = $state()
  table: Table | undefined = $state.raw()
  absences: Absences = $state.raw(new Absences([]))
  moveTimes: MoveTimes = $state.raw(new MoveTimes(null))
  /** What the director of its tournament has written to all; '' for nothing. */
  directorNotice = $state('')
  readonly announcements = new Announcements()
  chat: ChatLine[] = $state.raw([])
  /** A sentence of the server that belongs to no message. */
  trouble = $state('')
  refused: Refusal | null = $state(null)
  hintSteps: string[] = $state.raw([])
  hintStepCount = $state(0)
  /** The cards that the newest step is about. */
  hintCards: string[] = $state.raw([])
  /** What the last step of the hints says is to be done, as actions. */
  advised: string[] = $state.raw([])
  busy = $state(false)
  /** Who has just reacted how, as a sentence; '' after a moment. */
  reaction = $state('')
  #reacted: ReturnType<typeof setTimeout> | undefined
  unread = $state(0)
  /** Invitations to other tables. */
  invitations: Invitation[] = $state.raw([])
  /** Pages come through and the line to the table does not. */
  blocked = $state(false)
  /** The line that the teacher of a class has sent to this seat alone. */
  nudge = $state('')
  /** The seat whose view the teacher of a class sees. */
  view: View = $state('watcher')
  /** At a table of a class: when something last happened there, by this page's own clock, for its teacher. */
  since = $state(0)
  #seatViews: Map<View, SeatView> = $state.raw(new Map())
  #seen = 0
  #sending = 0
  /** Called with the next scene. */
  #awaiting: (() => void)[] = []
  /** The seat that hints were asked for last, and how often that was. */
  #helped = -1
  #hints = 0
  #match = -1
  readonly #connection: TableConnection
  /** Called with the lines of every scene, for sounds and the album. */
  onScene: ((seat: View, lines: LogLine[], seatView: SeatView) => void) | undefined

  constructor(
    readonly code: string,
    as: 'seat' | 'watch' = 'seat',
  ) {
    this.#connection = new TableConnection(code, as, {
      message: (message) => this.#receive(message),
      state: (state, reason) => this.#onStateChange(state, reason),
      blocked: (is) => (this.blocked = is),
      seen: () => this.#seen,
    })
  }

  get lost(): boolean {
    return this.state !== 'open'
  }
  seatView(view: View): SeatView | undefined {
    return this.#seatViews.get(view)
  }

  close(): void {
    this.#connection.close()
  }

  #onStateChange(state: State, reason?: Reason): void {
    this.state = state
    this.reason = reason
    if (state === 'lost') for (const seatView of this.#seatViews.values()) seatView.clock?.stop()
  }

  #receive(message: ServerMessage): void {
    if ('n' in message && message.type !== 'done') this.#seen = Math.max(this.#seen, message.n)
    if (message.type === 'welcome') {
      this.chat = message.chat
      this.#applyTable(message.table)
      if (hasOpenTables() && !message.table.classroom) void this.#loadInvitations()
      // A new connection starts with the spectator's view.
      if (this.view !== 'watcher') void this.watch(this.view)
    } else if (message.type === 'table') this.#applyTable(message.table)
    else if (message.type === 'scene') this.#applyScene(message)
    else if (message.type === 'chat') {
      this.chat = [...this.chat, message].slice(-200)
      if (message.who !== this.table?.you.who) this.unread++
    } else if (message.type === 'reaction') this.#react(message)
    else if (message.type === 'nudge') this.nudge = message.text
    else if (message.type === 'news') void this.#loadInvitations()
    else if (message.type === 'refused') this.refused = { sentence: message.sentence, rule: message.rule }
    else if (message.type === 'error') this.trouble = message.sentence
  }

  async #loadInvitations(): Promise<void> {
    const found = await people.invitations().catch(() => undefined)
    if (found) this.invitations = found.invitations
  }

  /** A reaction stands among what was said until the page is loaded again, and in the line of news for a moment. */
  #react({ who, name, kind }: { who: number; name: string; kind: Reaction }): void {
    const text = t(`react.${kind}`)
    this.chat = [...this.chat, { who, name, text, at: 0 }].slice(-200)
    if (who === this.table?.you.who) return
    this.unread++
    this.reaction = t('react.said', { name, text })
    clearTimeout(this.#reacted)
    this.#reacted = setTimeout(() => (this.reaction = ''), REACTION_SHOWN)
  }

  #applyTable(table: Table): void {
    // Another game: what was seen of the last one cannot be drawn any more.
    if (this.table && this.table.game !== table.game) this.#seatViews = new Map()
    // A message is news even where it says the same.
    this.table = { ...shareStructure(this.table, table) }
    this.announcements.show(table.announced)
    this.moveTimes = new MoveTimes(table.days)
    this.absences = new Absences(table.phase === 'playing' || table.phase === 'rest' ? table.seats : [])
    if (table.teaching) this.since = performance.now() - 1000 * table.teaching.still
    if (table.match !== this.#match) {
      this.#match = table.match
      this.#clearHelp()
    }
    const mine: View[] = table.you.seats.length && !table.teaching ? table.you.seats : ['watcher', this.view]
    const kept = [...this.#seatViews].filter(([view]) => mine.includes(view))
    if (kept.length !== this.#seatViews.size) this.#seatViews = new Map(kept)
  }

  #applyScene(message: SceneMessage): void {
    const before = this.#seatViews.get(message.seat)
    const kept = (before?.lines ?? []).filter((line) => message.cut === null || line.step <= message.cut)
    const have = new Set(kept.map((line) => line.n))
    const come = message.lines.filter((line) => !have.has(line.n))
    // What stood in the log before is no news when the whole log comes again.
    const known = new Set(before?.match === message.match ? before.lines.map((line) => line.n) : [])
    const news = come.filter((line) => !known.has(line.n))
    const moved = before && (before.step !== message.step || before.match !== message.match)
    const seatView: SeatView = {
      n: message.n,
      step: message.step,
      match: message.match,
      scene: { ...shareStructure(before?.scene, message.scene) },
      lines: [...kept, ...come],
      fresh: before ? (moved ? news : before.fresh) : [],
      clock: message.clock ? new Countdown(message.clock) : null,
      undo: message.undo,
      takeback: message.takeback,
    }
    this.#seatViews = new Map(this.#seatViews).set(message.seat, seatView)
    if (moved) {
      this.since = performance.now()
      this.refused = null
      // Whoever acts has done with the hints; where others act at the same time, the opened steps are asked again for the new position.
      if (this.hintSteps.length && !this.#sending && message.seat === this.#helped) void this.hint(this.#helped, true)
      else this.#clearHelp()
    }
    this.trouble = ''
    this.onScene?.(message.seat, before ? news : [], seatView)
    for (const go of this.#awaiting.splice(0)) go()
  }

  /** Until the page shows number `n`.  Who clears a choice before that sees the cards lie in the hand again for a moment. */
  #sceneOf(n: number): Promise<void> | undefined {
    if (n <= this.#seen) return
    return new Promise((go) => {
      this.#awaiting.push(go)
      setTimeout(go, SCENE_WAIT)
    })
  }

  #clearHelp(): void {
    this.hintSteps = []
    this.hintCards = []
    this.hintStepCount = 0
    this.advised = []
  }

  /** One message and its answer, with the scene of what it changed. A refusal of the server stands in `refused`. */
  async send(message: { type: string } & Record<string, unknown>): Promise<boolean> {
    this.#sending++
    this.busy = true
    const reply: Reply = await this.#connection.request(message)
    if (reply.kind === 'done') await this.#sceneOf(reply.n)
    this.busy = --this.#sending > 0
    this.refused = reply.kind === 'refused' && reply.sentence ? { sentence: reply.sentence, rule: reply.rule ?? '' } : null
    return reply.kind !== 'refused'
  }
  act(seat: number | null, acts: string[]): Promise<boolean> {
    return this.send({ type: 'act', seen: this.#seen, acts, ...(seat === null ? {} : { seat }) })
  }
  undo(seat: number | null, to?: number): Promise<boolean> {
    return this.send({ type: 'undo', ...(seat === null ? {} : { seat }), ...(to === undefined ? {} : { to }) })
  }
  /** Shows why the last of these would be refused; nothing where it would not. */
  async why(seat: number | null, acts: string[]): Promise<void> {
    const { ok, sentence, rule } = await this.ask(seat, acts)
    if (!ok && sentence) this.refused = { sentence, rule }
  }
  async ask(seat: number | null, acts: string[]): Promise<{ ok: boolean; sentence: string; rule: string }> {
    const reply = await this.#requestSilently({ type: 'ask', acts, ...(seat === null ? {} : { seat }) })
    return { ok: reply.kind === 'answer' && reply.ok === true, sentence: reply.sentence ?? '', rule: reply.rule ?? '' }
  }
  async preview(seat: number | null, acts: string[]): Promise<Scene | null> {
    return (await this.#requestSilently({ type: 'preview', acts, ...(seat === null ? {} : { seat }) })).scene ?? null
  }
  /** An earlier moment as that seat, or a watcher, saw it. */
  async look(seat: number | null, step: number): Promise<Scene | null> {
    return (await this.#requestSilently({ type: 'look', step, ...(seat === null ? {} : { seat }) })).scene ?? null
  }
  async study(seat: number | null, question: string): Promise<Record<string, unknown> | null> {
    const reply = await this.#requestSilently({ type: 'study', question, ...(seat === null ? {} : { seat }) })
    return reply.found ?? null
  }
  /** Adds a number to the next match, without a word of it. */
  async add(seat: number, number: string): Promise<void> {
    await this.#requestSilently({ type: 'add', seat, number })
  }
  /** The next step of the hints; `again`: only those that were opened, for the position as it is now. */
  async hint(seat: number, again = false): Promise<void> {
    this.#helped = seat
    const asked = ++this.#hints
    const reply = await this.#requestSilently({ type: 'hint', seat, ...(again ? { again } : {}) })
    if (reply.kind === 'refused') {
      if (again && asked === this.#hints) this.#clearHelp()
      if (!again) this.refused = { sentence: reply.sentence ?? '', rule: reply.rule ?? '' }
    } else {
      this.hintSteps = reply.rungs ?? []
      this.hintCards = reply.cards?.at(-1) ?? []
      this.hintStepCount = reply.of ?? 0
      this.advised = reply.acts ?? []
    }
  }
  /** Switch the teacher of a class to the view of that seat. True when the server accepted. */
  async watch(view: View): Promise<boolean> {
    const kept = await this.send({ type: 'watch', ...(view === 'watcher' ? {} : { seat: view }) })
    if (kept) this.view = view
    return kept
  }
  /** Says something that has no answer but what everybody then sees. */
  say(message: { type: string } & Record<string, unknown>): void {
    this.#connection.say(message)
  }
  #requestSilently(message: { type: string } & Record<string, unknown>): Promise<Answer & { kind: Reply['kind'] }> {
    return this.#connection.request(message)
  }

  /** Why it ended, as a sentence. */
  get closingText(): string {
    return this.trouble || t(`end.${this.reason ?? 'gone'}`)
  }
}
