/** The connection of one table: hello, reconnects, and requests repeated until they are answered. */
import { api } from '$app/api'
import { language } from '$app/language'
import { type TransportConnection, StreamLine } from './http_transport'
import { chooseTransport, transportState, recordHttpFailure, recordSuccess, type Transport } from './transport_choice'
import type { ServerMessage, Reply } from './wire_messages'

/** State of the connection to the server. `ended`: for good, with a sentence or one of our own reasons. */
export type State = 'connecting' | 'open' | 'lost' | 'ended'
export type Reason = 'removed' | 'gone' | 'aside' | 'closed' | 'crowded' | 'fatal'

export interface ConnectionListener {
  message(message: ServerMessage): void
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
// The same for the first socket of a page: HTTP has to be tried, too, before the page says that nothing comes through.
const FIRST_OPENS = 4_000
// After so long without a word it is asked whether pages come through.
const BLOCKED = 15_000
const FIRST_WAIT = 500
const LONGEST_WAIT = 10_000
const BROKEN = 1006
const MANY = 10
const REASONS: Record<number, Reason> = { 4403: 'removed', 4404: 'gone', 4409: 'aside', 4410: 'closed' }

/** A connection to one table: says hello, reconnects by itself, and repeats unanswered requests under the same id. */
export class TableConnection {
  #socket: TransportConnection | undefined
  #transport: Transport = 'socket'
  #hasReceived = false
  /** How many sockets in a row have failed before a word was heard. */
  #failures = 0
  #waiting = new Map<string, Waiting>()
  #tries = 0
  #isWelcomed = false
  #isClosed = false
  #fatal = false
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #pulseTimer: ReturnType<typeof setTimeout> | undefined
  #blockedTimer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly code: string,
    private readonly as: 'seat' | 'watch',
    private readonly listener: ConnectionListener,
    private readonly open: (transport: Transport, code: string) => TransportConnection = openTransport,
  ) {
    addEventListener('online', this.#connectNow)
    document.addEventListener('visibilitychange', this.#connectNow)
    this.#startBlockedProbe()
    this.#connect()
  }

  /** Sends a message that is answered. It waits for the connection if there is none, and survives losing it. */
  request(message: { type: string } & Record<string, unknown>): Promise<Reply> {
    const id = crypto.getRandomValues(new Uint32Array(4)).reduce((text, part) => text + part.toString(36), '')
    const full = { ...message, id }
    return new Promise((answer) => {
      if (this.#isClosed) return answer({ kind: 'refused', sentence: '', rule: '' })
      this.#waiting.set(id, { message: full, answer })
      if (!this.#isWelcomed) return
      this.#send(full)
      this.#pingAfter(ASKED)
    })
  }

  /** Sends a message that is not answered; it is dropped when there is no connection. */
  say(message: { type: string } & Record<string, unknown>): void {
    if (this.#isWelcomed) this.#send(message)
  }

  close(): void {
    this.#end()
  }

  #end(reason?: Reason): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#pulseTimer)
    clearTimeout(this.#blockedTimer)
    this.#blockedTimer = undefined
    removeEventListener('online', this.#connectNow)
    document.removeEventListener('visibilitychange', this.#connectNow)
    for (const { answer } of this.#waiting.values()) answer({ kind: 'refused', sentence: '', rule: '' })
    this.#waiting.clear()
    this.#drop()
    if (reason) this.listener.state('ended', reason)
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#isWelcomed = false
    socket?.close()
  }

  /** The network or the page came back: no need to wait any longer. */
  #connectNow = (): void => {
    if (this.#isClosed || document.visibilityState === 'hidden') return
    if (this.#socket) return this.#isWelcomed ? this.#ping() : undefined
    clearTimeout(this.#retryTimer)
    this.#connect()
  }

  #connect(): void {
    this.#isWelcomed = this.#hasReceived = false
    this.#transport = chooseTransport(this.#failures)
    const socket = this.open(this.#transport, this.code)
    this.#socket = socket
    // A process that is stopped takes connections and says nothing: a browser would wait for minutes.
    this.#closeAfter(this.#transport === 'http' || transportState.proven ? OPENS : FIRST_OPENS)
    socket.onopen = () => {
      this.#send({ type: 'hello', seen: this.listener.seen(), as: this.as })
      this.#closeAfter(PATIENCE)
    }
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(event.data as string)
    }
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code)
    }
  }

  #closed(code: number): void {
    clearTimeout(this.#pulseTimer)
    this.#socket = undefined
    this.#isWelcomed = false
    if (this.#isClosed) return
    if (this.#shouldTryHttp(code)) return this.#connect()
    const reason = REASONS[code] ?? (this.#fatal && code !== 4401 && code !== 4429 ? 'fatal' : undefined)
    this.#fatal = false
    if (reason) return this.#end(reason)
    const wait = code === 4429 ? LONGEST_WAIT : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries)
    this.#tries++
    this.#startBlockedProbe()
    // A little chance, so that a whole class does not come back in the same moment.
    this.#retryTimer = setTimeout(() => void this.#reconnect(code), wait * (0.8 + 0.4 * Math.random()))
    this.listener.state(this.#tries > 1 || this.listener.seen() ? 'lost' : 'connecting')
  }

  /** Counts a line that ended before a word was heard. Returns whether HTTP is to be tried at once in a socket's place. */
  #shouldTryHttp(code: number): boolean {
    // A server that closes with a code of its own has been reached.
    if (this.#hasReceived || code === 1012 || code === 1013 || code >= 4000) return false
    this.#failures = this.#transport === 'socket' ? this.#failures + 1 : 0
    if (this.#transport === 'http') recordHttpFailure()
    return this.#transport === 'socket' && chooseTransport(this.#failures) === 'http'
  }

  /** Nothing is heard: is it the network, the server, or sockets alone? */
  #startBlockedProbe(): void {
    this.#blockedTimer ??= setTimeout(() => {
      const waited = this.#blockedTimer
      void api.me().then(
        () => this.#blockedTimer === waited && this.listener.blocked(true),
        () => this.#blockedTimer === waited && this.#restartBlockedProbe(),
      )
    }, BLOCKED)
  }
  #restartBlockedProbe(): void {
    clearTimeout(this.#blockedTimer)
    this.#blockedTimer = undefined
    if (!this.#isClosed && !this.#isWelcomed) this.#startBlockedProbe()
  }

  async #reconnect(code: number): Promise<void> {
    // No readable cookie: `me` hands out a new one.
    if (code === 4401) await api.me().catch(() => undefined)
    if (!this.#isClosed && !this.#socket) this.#connect()
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #receive(data: string): void {
    this.#pingAfter(QUIET)
    if (!this.#hasReceived) this.#onFirstMessage()
    const message = JSON.parse(data) as ServerMessage
    clearTimeout(this.#blockedTimer)
    this.#blockedTimer = undefined
    if (message.type === 'welcome') {
      this.listener.blocked(false)
      this.#tries = 0
      this.#isWelcomed = true
      this.listener.message(message)
      this.listener.state('open')
      for (const { message } of this.#waiting.values()) this.#send(message)
      return
    }
    const reply = message.type === 'done' || message.type === 'refused' || message.type === 'answer'
    if (reply && this.#resolveReply(message)) return
    this.listener.message(message)
    // The close that follows tells the reason.
    if (message.type === 'error' && message.fatal) this.#fatal = true
  }

  #onFirstMessage(): void {
    this.#hasReceived = true
    this.#failures = 0
    recordSuccess(this.#transport)
  }

  #resolveReply(message: ServerMessage & { id: string }): boolean {
    const waiting = this.#waiting.get(message.id)
    if (!waiting) return false
    this.#waiting.delete(message.id)
    waiting.answer({ ...message, kind: message.type as Reply['kind'] } as unknown as Reply)
    return true
  }

  /** A silent line is asked for a sign of life, and given up when there is none. */
  #pingAfter(quiet: number): void {
    clearTimeout(this.#pulseTimer)
    this.#pulseTimer = setTimeout(() => this.#ping(), quiet)
  }

  #ping(): void {
    this.#send({ type: 'ping' })
    this.#closeAfter(SIGN)
  }

  #closeAfter(patience: number): void {
    clearTimeout(this.#pulseTimer)
    this.#pulseTimer = setTimeout(() => {
      const socket = this.#socket
      // A socket that was never answered does not fail by chance: HTTP is the next.
      if (socket?.readyState === WebSocket.CONNECTING && this.#transport === 'socket') this.#failures += MANY
      this.#closed(BROKEN)
      socket?.close()
    }, patience)
  }
}

function openTransport(transport: Transport, code: string): TransportConnection {
  if (transport === 'http') return new StreamLine(code)
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${encodeURIComponent(code)}`
  // Not every browser sends Accept-Language with a socket.
  return new WebSocket(`${address}?language=${language}`)
}
