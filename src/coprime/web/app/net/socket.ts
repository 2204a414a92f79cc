import { api } from '$app/api'
import { language } from '$app/language'
import { type Carrier, StreamLine } from './stream'
import { chooseWay, known, noteFailed, noteHeard, type Way } from './transport'
import type { FromHouse, Reply } from './wire'

/** How the line to the house is. `ended`: for good, with a sentence or one of our own reasons. */
export type State = 'connecting' | 'open' | 'lost' | 'ended'
export type Reason = 'removed' | 'gone' | 'aside' | 'closed' | 'crowded' | 'fatal'

export interface Hears {
  message(message: FromHouse): void
  state(state: State, reason?: Reason): void
  /** Pages come through, and this line has not for a while: something on the way lets no sockets pass. */
  blocked(is: boolean): void
  /** The last `n` received. */
  seen(): number
}
interface Waiting {
  message: object
  answer: (reply: Reply) => void
}

// Milliseconds of silence after which a sign of life is asked for: of a line, and after a question.
const QUIET = 20_000
const ASKED = 2_000
// And those after which a line is given up: before it is open, before it is welcomed, and without that sign.
const OPENS = 8_000
const PATIENCE = 6_000
const SIGN = 6_000
// The same for the first socket of a page: HTTP has to be tried, too, before somebody is told that nothing comes through.
const FIRST_OPENS = 4_000
// After so long without a word it is asked whether pages come through.
const BLOCKED = 15_000
const FIRST_WAIT = 500
const LONGEST_WAIT = 10_000
const BROKEN = 1006
const MANY = 10
const REASONS: Record<number, Reason> = { 4403: 'removed', 4404: 'gone', 4409: 'aside', 4410: 'closed' }

/** One line to one table: says hello, comes back by itself, and asks again what was not answered, under the same id. */
export class Link {
  #socket: Carrier | undefined
  #way: Way = 'socket'
  #heard = false
  /** How many sockets in a row have failed before a word was heard. */
  #failures = 0
  #waiting = new Map<string, Waiting>()
  #tries = 0
  #welcomed = false
  #over = false
  #fatal = false
  #again: ReturnType<typeof setTimeout> | undefined
  #pulse: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly code: string,
    private readonly as: 'seat' | 'watch',
    private readonly hears: Hears,
    private readonly open: (way: Way, code: string) => Carrier = openCarrier,
  ) {
    addEventListener('online', this.#now)
    document.addEventListener('visibilitychange', this.#now)
    this.#await()
    this.#connect()
  }

  /** Sends a message that is answered. It waits for the connection if there is none, and survives losing it. */
  request(message: { type: string } & Record<string, unknown>): Promise<Reply> {
    const id = crypto.getRandomValues(new Uint32Array(4)).reduce((text, part) => text + part.toString(36), '')
    const full = { ...message, id }
    return new Promise((answer) => {
      if (this.#over) return answer({ kind: 'refused', sentence: '', rule: '' })
      this.#waiting.set(id, { message: full, answer })
      if (!this.#welcomed) return
      this.#send(full)
      this.#listen(ASKED)
    })
  }

  /** Sends a message that is not answered; it is dropped when there is no connection. */
  say(message: { type: string } & Record<string, unknown>): void {
    if (this.#welcomed) this.#send(message)
  }

  close(): void {
    this.#end()
  }

  #end(reason?: Reason): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#again)
    clearTimeout(this.#pulse)
    clearTimeout(this.#silence)
    this.#silence = undefined
    removeEventListener('online', this.#now)
    document.removeEventListener('visibilitychange', this.#now)
    for (const { answer } of this.#waiting.values()) answer({ kind: 'refused', sentence: '', rule: '' })
    this.#waiting.clear()
    this.#drop()
    if (reason) this.hears.state('ended', reason)
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#welcomed = false
    socket?.close()
  }

  /** The network or the page came back: no need to wait any longer. */
  #now = (): void => {
    if (this.#over || document.visibilityState === 'hidden') return
    if (this.#socket) return this.#welcomed ? this.#ping() : undefined
    clearTimeout(this.#again)
    this.#connect()
  }

  #connect(): void {
    this.#welcomed = this.#heard = false
    this.#way = chooseWay(this.#failures)
    const socket = this.open(this.#way, this.code)
    this.#socket = socket
    // A process that is stopped takes connections and says nothing: a browser would wait for minutes.
    this.#give(this.#way === 'http' || known.proven ? OPENS : FIRST_OPENS)
    socket.onopen = () => {
      this.#send({ type: 'hello', seen: this.hears.seen(), as: this.as })
      this.#give(PATIENCE)
    }
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(event.data as string)
    }
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code)
    }
  }

  #closed(code: number): void {
    clearTimeout(this.#pulse)
    this.#socket = undefined
    this.#welcomed = false
    if (this.#over) return
    if (this.#fails(code)) return this.#connect()
    const reason = REASONS[code] ?? (this.#fatal && code !== 4401 && code !== 4429 ? 'fatal' : undefined)
    this.#fatal = false
    if (reason) return this.#end(reason)
    const wait = code === 4429 ? LONGEST_WAIT : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries)
    this.#tries++
    this.#await()
    // A little chance, so that a whole class does not come back in the same moment.
    this.#again = setTimeout(() => void this.#back(code), wait * (0.8 + 0.4 * Math.random()))
    this.hears.state(this.#tries > 1 || this.hears.seen() ? 'lost' : 'connecting')
  }

  /** Counts a line that ended before a word was heard. Returns whether HTTP is to be tried at once in a socket's place. */
  #fails(code: number): boolean {
    // A server that closes with a code of its own has been reached.
    if (this.#heard || code === 1012 || code === 1013 || code >= 4000) return false
    this.#failures = this.#way === 'socket' ? this.#failures + 1 : 0
    if (this.#way === 'http') noteFailed()
    return this.#way === 'socket' && chooseWay(this.#failures) === 'http'
  }

  /** Nothing is heard: is it the network, the server, or sockets alone? */
  #await(): void {
    this.#silence ??= setTimeout(() => {
      const waited = this.#silence
      void api.me().then(
        () => this.#silence === waited && this.hears.blocked(true),
        () => this.#silence === waited && this.#awaitAgain(),
      )
    }, BLOCKED)
  }
  #awaitAgain(): void {
    clearTimeout(this.#silence)
    this.#silence = undefined
    if (!this.#over && !this.#welcomed) this.#await()
  }

  async #back(code: number): Promise<void> {
    // No readable cookie: `me` hands out a new one.
    if (code === 4401) await api.me().catch(() => undefined)
    if (!this.#over && !this.#socket) this.#connect()
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #hear(data: string): void {
    this.#listen(QUIET)
    if (!this.#heard) this.#reached()
    const message = JSON.parse(data) as FromHouse
    clearTimeout(this.#silence)
    this.#silence = undefined
    if (message.type === 'welcome') {
      this.hears.blocked(false)
      this.#tries = 0
      this.#welcomed = true
      this.hears.message(message)
      this.hears.state('open')
      for (const { message } of this.#waiting.values()) this.#send(message)
      return
    }
    const reply = message.type === 'done' || message.type === 'refused' || message.type === 'answer'
    if (reply && this.#answered(message)) return
    this.hears.message(message)
    // The close that follows tells the reason.
    if (message.type === 'error' && message.fatal) this.#fatal = true
  }

  #reached(): void {
    this.#heard = true
    this.#failures = 0
    noteHeard(this.#way)
  }

  #answered(message: FromHouse & { id: string }): boolean {
    const waiting = this.#waiting.get(message.id)
    if (!waiting) return false
    this.#waiting.delete(message.id)
    waiting.answer({ ...message, kind: message.type as Reply['kind'] } as unknown as Reply)
    return true
  }

  /** A silent line is asked for a sign of life, and given up when there is none. */
  #listen(quiet: number): void {
    clearTimeout(this.#pulse)
    this.#pulse = setTimeout(() => this.#ping(), quiet)
  }

  #ping(): void {
    this.#send({ type: 'ping' })
    this.#give(SIGN)
  }

  #give(patience: number): void {
    clearTimeout(this.#pulse)
    this.#pulse = setTimeout(() => {
      const socket = this.#socket
      // A socket that was never answered does not fail by chance: HTTP is the next.
      if (socket?.readyState === WebSocket.CONNECTING && this.#way === 'socket') this.#failures += MANY
      this.#closed(BROKEN)
      socket?.close()
    }, patience)
  }
}

function openCarrier(way: Way, code: string): Carrier {
  if (way === 'http') return new StreamLine(code)
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${encodeURIComponent(code)}`
  // Not every browser sends Accept-Language with a socket.
  return new WebSocket(`${address}?language=${language}`)
}
