/** The teacher's connections to all tables of a round. */
import { TableStore } from '$app/net/table_store.svelte'
import { countFailures, type TableStatus } from './table_status'

/** The tables of a round as their teacher sees them: an ordinary line to each, as its host without a seat. */
export class Tables {
  all: TableStore[] = $state.raw([])
  /** Of this page's own clock, in milliseconds; moves on every second. */
  #now = $state(performance.now())
  readonly #tick = setInterval(() => (this.#now = performance.now()), 1000)

  /** Connect to these tables and close the connections to all others. */
  connectTo(codes: readonly string[]): void {
    if (codes.join() === this.all.map((one) => one.code).join()) return
    const kept = new Map(this.all.map((one) => [one.code, one]))
    for (const one of this.all) if (!codes.includes(one.code)) one.close()
    this.all = codes.map((code) => kept.get(code) ?? new TableStore(code, 'watch'))
  }

  close(): void {
    clearInterval(this.#tick)
    this.connectTo([])
  }

  find(code: string): TableStore | undefined {
    return this.all.find((one) => one.code === code)
  }

  /** Pages come through here, and the lines to the tables do not. */
  get blocked(): boolean {
    return this.all.some((one) => one.blocked)
  }

  /** Says one thing to all of them. */
  async sendToAll(message: { type: string } & Record<string, unknown>): Promise<void> {
    await Promise.all(this.all.filter(({ state }) => state !== 'ended').map((one) => one.send(message)))
  }
  sendLine(text: string): void {
    for (const one of this.all) one.say({ type: 'chat', text })
  }

  /** Seconds since something happened at a table. */
  secondsIdle(store: TableStore): number {
    return Math.max(0, Math.floor((this.#now - store.since) / 1000))
  }

  readonly statuses: TableStatus[] = $derived(this.all.map((one, i) => this.#tableStatus(one, i + 1)))

  #tableStatus(store: TableStore, n: number): TableStatus {
    const { table } = store
    const seatView = store.seatView(store.view) ?? store.seatView('watcher')
    const turn = seatView?.scene.turn ?? []
    const seats = table?.seats ?? []
    const calls = table?.teaching?.calls ?? []
    const own = table?.you.seats ?? []
    /** Where the teacher does not act, nobody waits for them. */
    const turns = (seat: number) => turn.includes(seat) && (!own.includes(seat) || !!table?.teaching?.attends)
    const over = store.state === 'ended' || table?.phase === 'over' || table?.phase === 'closed'
    return {
      n,
      code: store.code,
      state: over ? 'over' : store.state !== 'open' ? 'lost' : table?.paused ? 'paused' : 'playing',
      idleSeconds: this.secondsIdle(store),
      seats: seats.map((chair) => ({
        seat: chair.seat,
        name: chair.name,
        turn: !over && turns(chair.seat),
        person: chair.kind === 'person',
        own: own.includes(chair.seat),
        gone: chair.kind === 'person' && !chair.here,
        calls: calls.includes(chair.seat),
      })),
      last: seatView?.lines.at(-1)?.text ?? '',
      // Of pupils: what bots get wrong teaches nobody.
      tried: countFailures((seatView?.lines ?? []).filter(({ seat }) => typeof seat === 'number' && seats[seat]?.kind === 'person' && !own.includes(seat))),
      refused: table?.teaching?.refused ?? [],
    }
  }
}
