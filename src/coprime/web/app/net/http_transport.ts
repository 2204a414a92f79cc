/** The transport of one connection to one table: a `WebSocket`, or a `StreamLine` where no socket comes through. */
export interface TransportConnection {
  readonly readyState: number
  onopen: ((event: Event) => unknown) | null
  onmessage: ((event: MessageEvent) => unknown) | null
  onclose: ((event: CloseEvent) => unknown) | null
  send(text: string): void
  close(): void
}
interface Part {
  line: number
  open?: string
  text?: string
  close?: true
}
type StreamMessage = { stream: string } | { line: number; open: true } | { line: number; message: unknown } | { line?: number; close: number }

const PATH = '/api/stream'
// Characters of one POST; the server takes 65,536 bytes, and one character has up to three.
const MOST = 16_000
// Milliseconds after which a POST is given up, and between two of them: the server takes a page that says nothing for gone.
const PATIENCE = 10_000
const BEAT = 30_000
// After so long without a word, a line that has not opened shows that the whole stream is dead.
const DEAD = 3_000
const BROKEN = 1006
const TOO_MANY = 4429

/**
 * Lines over HTTP: the page reads one event stream and sends by POST, one after the other, so that all keeps its order.
 * All lines of a page share the stream, since a browser opens only six connections to a server of HTTP/1.1.
 */
class Stream {
  readonly #source: EventSource
  readonly #lines = new Map<number, StreamLine>()
  readonly #beat: ReturnType<typeof setInterval>
  #id = ''
  #opened = 0
  #sent = 0
  #queue: Part[] = []
  #posting = false
  #receivedAt = performance.now()

  constructor(open: (path: string) => EventSource) {
    this.#source = open(PATH)
    this.#source.onmessage = ({ data }) => this.#receive(JSON.parse(data as string) as StreamMessage)
    // It would connect again by itself, to a stream without any of these lines.
    this.#source.onerror = () => this.end(BROKEN)
    this.#beat = setInterval(() => void this.#flush(true), BEAT)
  }

  add(line: StreamLine, code: string): number {
    this.#lines.set(++this.#opened, line)
    this.push({ line: this.#opened, open: code })
    return this.#opened
  }

  push(part: Part): void {
    this.#queue.push(part)
    void this.#flush()
  }

  /** A line is not wanted any more. */
  leave(line: number, opened: boolean): void {
    this.#lines.delete(line)
    const dead = !opened && performance.now() - this.#receivedAt > DEAD
    if (dead || !this.#lines.size) this.end(BROKEN)
    else this.push({ line, close: true })
  }

  end(code: number): void {
    if (shared === this) shared = undefined
    clearInterval(this.#beat)
    this.#source.close()
    const lines = [...this.#lines.values()]
    this.#lines.clear()
    for (const line of lines) line.handleClose(code)
  }

  #receive(message: StreamMessage): void {
    this.#receivedAt = performance.now()
    if ('stream' in message) {
      this.#id = message.stream
      void this.#flush()
      return
    }
    if (message.line === undefined) return this.end('close' in message ? message.close : BROKEN)
    const line = this.#lines.get(message.line)
    if ('open' in message) line?.handleOpen()
    else if ('message' in message) line?.handleMessage(JSON.stringify(message.message))
    else {
      this.#lines.delete(message.line)
      line?.handleClose(message.close)
      if (!this.#lines.size) this.end(BROKEN)
    }
  }

  async #flush(empty = false): Promise<void> {
    if (!this.#id || this.#posting || !(empty || this.#queue.length)) return
    this.#posting = true
    let size = 0
    const fit = this.#queue.findIndex(({ text }) => (size += text?.length ?? 0) > MOST)
    const parts = this.#queue.splice(0, fit < 0 ? this.#queue.length : Math.max(1, fit))
    const status = await post(`${PATH}/${this.#id}`, { n: this.#sent + 1, parts })
    this.#sent += parts.length
    this.#posting = false
    if (status !== 204) this.end(status === 429 ? TOO_MANY : BROKEN)
    else if (this.#lines.size) void this.#flush()
  }
}

/** The status of the answer; 0 where none came. */
const post = (path: string, body: object): Promise<number> =>
  fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  }).then(
    ({ status }) => status,
    () => 0,
  )

let shared: Stream | undefined

/** One line to one table over the page's stream, with the face of a `WebSocket`. */
export class StreamLine implements TransportConnection {
  readyState: number = WebSocket.CONNECTING
  onopen: TransportConnection['onopen'] = null
  onmessage: TransportConnection['onmessage'] = null
  onclose: TransportConnection['onclose'] = null
  readonly #stream: Stream
  readonly #line: number

  constructor(code: string, open = (path: string) => new EventSource(path)) {
    this.#stream = shared ??= new Stream(open)
    this.#line = this.#stream.add(this, code)
  }

  send(text: string): void {
    if (this.readyState === WebSocket.OPEN) this.#stream.push({ line: this.#line, text })
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return
    const opened = this.readyState === WebSocket.OPEN
    this.readyState = WebSocket.CLOSED
    this.#stream.leave(this.#line, opened)
  }

  handleOpen(): void {
    this.readyState = WebSocket.OPEN
    this.onopen?.(new Event('open'))
  }
  handleMessage(data: string): void {
    this.onmessage?.(new MessageEvent('message', { data }))
  }
  handleClose(code: number): void {
    this.readyState = WebSocket.CLOSED
    this.onclose?.(new CloseEvent('close', { code }))
  }
}
