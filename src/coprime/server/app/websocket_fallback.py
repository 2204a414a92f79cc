"""Connections to tables over HTTP, for browsers that no WebSocket reaches.

A browser reads one event stream (`GET /api/stream`) and sends by POST. The stream carries any number of lines. To the
application each line is a WebSocket, so messages, limits and forwarding to other processes are those of
`application.TableSockets`. A POST that reaches another process is forwarded to the one that sends the stream.
"""

import asyncio
import contextvars
import secrets
import time

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from ..cluster.leases import HeldElsewhere
from ..cluster.peer_forwarding import RETRY_SECONDS
from ..rate_limits import TokenBucket
from ..request_error import RequestError
from ..sentences import say
from .http_endpoint import Endpoint
from .origin_guard import STREAM_PATH
from .request_context import AppState
from .responses import make_error_response

HEARTBEAT = 15.0        # seconds between two comments, so that no proxy takes the stream for dead
# Without a POST for so long a browser is gone; hidden pages may send one a minute only.
SILENCE_SECONDS = 150.0
GOODBYE_SECONDS = 1.0           # seconds in which the lines of a stream that ends let go of their tables
JOIN_SECONDS = 2.0            # seconds until every process knows of a new one
MOST_WAITING = 200           # messages that may wait on one line
PADDING = b":" + b" " * 2048 + b"\n\n"      # some filters hold back the first bytes of an answer
RESTART_CODE, BUSY_CODE = 1012, 1013
HEADERS = {
    "cache-control": "no-store, no-transform",      # a proxy that compresses holds back what is short
    "x-accel-buffering": "no",                      # nginx would hold it back, too
}


class StreamMessage(msgspec.Struct):
    """One part of a batch: open a line to the table of a code, send a text on it, or close it."""

    line: int
    open: str | None = None
    text: str | None = None
    close: bool = False


class StreamBatch(msgspec.Struct):
    """Parts in their order; `n` is the number of the first one, counted from 1 through the whole stream."""

    n: int
    parts: list[StreamMessage]


class StreamLine:
    """One line of a stream.  `inbox` holds what the application will receive, as it would from a WebSocket."""

    def __init__(self) -> None:
        self.inbox: asyncio.Queue[Message] = asyncio.Queue()
        self.task: asyncio.Task[None]
        self.inbox.put_nowait({"type": "websocket.connect"})

    def hang_up(self, code: int) -> None:
        """Tell the application that the line is closed."""
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": code})


class EventStream(Response):
    """The response that sends the stream of one page.

    Only the browser that opened it may send to it: `key` is that of its cookie, and `id` is known to it alone.
    """

    media_type = "text/event-stream"

    def __init__(self, state: AppState, request: Request) -> None:
        super().__init__(headers=HEADERS)
        del self.headers["content-length"]
        self.state, self.key, self.address = state, state.cookie_key(request), state.client_address(request)
        here = state.manager.lease_keeper
        self.id = f"{here.me.id}.{secrets.token_hex(16)}" if here else secrets.token_hex(16)
        self._loop = state.manager.loop
        self._request = dict(request.scope)
        self._context = contextvars.copy_context()          # the language
        self._lines: dict[int, StreamLine] = {}
        self._bucket = TokenBucket(state.limits.messages[0], self._loop.time())
        self._is_over = asyncio.Event()
        self._last_part = self._last_opened = 0
        self._last_heard = self._loop.time()
        self._send: Send

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream until the page goes or the server ends it."""
        streams = self.state.open_streams
        if sum(one.address == self.address for one in streams.values()) >= self.state.limits.sockets:
            return await make_error_response(429, say("wrong.sockets"))(scope, receive, send)
        streams[self.id], self._send = self, send
        watching = asyncio.ensure_future(self._watch_disconnect(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await self._send_bytes(PADDING + format_event(b'{"stream":"%b"}' % self.id.encode()))
            await self._send_heartbeats()
        finally:
            del streams[self.id]
            watching.cancel()
            await self._close_lines()
        await self._send_bytes(format_event(b'{"close":%d}' % RESTART_CODE))
        await send({"type": "http.response.body", "body": b""})

    def end(self) -> None:
        """End the stream, so that the page connects again, to another process or to a new one."""
        self._is_over.set()

    def process_batch(self, batch: StreamBatch) -> None:
        """Process a batch from the page, each part once. Raises RequestError."""
        now = self._last_heard = self._loop.time()
        if self._bucket.take(self.state.limits.messages, now):
            raise RequestError(429, "wrong.many")
        for n, part in enumerate(batch.parts, batch.n):
            if n > self._last_part + 1:
                self.end()                                  # something before it is missing
                raise RequestError(404, "wrong.stream")
            if n == self._last_part + 1:
                self._last_part = n
                self._apply_part(part)

    def _apply_part(self, part: StreamMessage) -> None:
        if part.open is not None and part.line > self._last_opened:
            self.state.request_limiter.charge(self.address)           # at once: one POST may open many lines
            self._last_opened = part.line
            line = self._lines[part.line] = StreamLine()
            run = self._run_line(part.line, part.open, line)
            line.task = self._loop.create_task(run, context=self._context.copy())
        elif (found := self._lines.get(part.line)) is None:
            return                                          # it was closed here meanwhile
        elif part.close:
            found.hang_up(1000)
        elif part.text is not None and found.inbox.qsize() >= MOST_WAITING:
            found.task.cancel()
        elif part.text is not None:
            found.inbox.put_nowait({"type": "websocket.receive", "text": part.text})

    async def _run_line(self, number: int, code: str, line: StreamLine) -> None:
        """One line, from its opening until it is closed on either side."""
        closed = 1000

        async def send(message: Message) -> None:
            nonlocal closed
            if message["type"] == "websocket.accept":
                await self._send_bytes(format_event(b'{"line":%d,"open":true}' % number))
            elif message["type"] == "websocket.send":
                text = message.get("text")
                data = text.encode() if isinstance(text, str) else bytes(message["bytes"])
                await self._send_bytes(format_event(b'{"line":%d,"message":%b}' % (number, data)))
            else:
                closed = message.get("code", 1000)
                line.hang_up(closed)
        scope = {**self._request, "type": "websocket", "path_params": {"code": code}, "is_charged": True}
        try:
            await self.state.table_sockets(scope, line.inbox.get, send)
        except asyncio.CancelledError:
            closed = BUSY_CODE
            raise
        finally:
            del self._lines[number]
            if not self._is_over.is_set():
                await self._send_bytes(format_event(b'{"line":%d,"close":%d}' % (number, closed)))

    async def _send_bytes(self, data: bytes) -> None:
        await self._send({"type": "http.response.body", "body": data, "more_body": True})

    async def _watch_disconnect(self, receive: Receive) -> None:
        """Notice that the page has gone."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self._is_over.set()

    async def _send_heartbeats(self) -> None:
        """Send a sign of life until the stream is over, or nothing has been heard for too long."""
        while self._loop.time() - self._last_heard < SILENCE_SECONDS:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    await self._is_over.wait()
                return
            except TimeoutError:
                await self._send_bytes(b":\n\n")

    async def _close_lines(self) -> None:
        """End all lines."""
        self._is_over.set()
        tasks = [line.task for line in self._lines.values()]
        for line in self._lines.values():
            line.hang_up(RESTART_CODE)
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=GOODBYE_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def format_event(data: bytes) -> bytes:
    """Return JSON, which has no line breaks as it is sent here, as one event of a stream."""
    return b"data: " + data + b"\n\n"


async def open_stream(state: AppState, request: Request) -> EventStream:
    """Open the event stream of a page (see docs/protocol.md)."""
    state.charge_rate_limit(request)
    return EventStream(state, request)


async def post_to_stream(state: AppState, request: Request, id: str, data: StreamBatch) -> Response:
    """Receive what a page sends on its lines."""
    stream = state.open_streams.get(id)
    if stream is None:
        state.charge_rate_limit(request)
        await _redirect_to_owner(state, request, id)
    if stream is None or stream.key != state.cookie_key(request):
        raise RequestError(404, "wrong.stream")
    stream.process_batch(data)
    return Response(status_code=204)


async def _redirect_to_owner(state: AppState, request: HTTPConnection, id: str) -> None:
    """Return where no other process that lives sends a stream.  Raises HeldElsewhere."""
    lease_keeper, (process_id, dot, _) = state.manager.lease_keeper, id.partition(".")
    if lease_keeper is None or not dot or process_id == lease_keeper.me.id:
        return
    until = time.monotonic() + JOIN_SECONDS
    while process_id not in lease_keeper.living_peers:
        if time.monotonic() > until:
            return
        await asyncio.sleep(RETRY_SECONDS)
    raise HeldElsewhere("", process_id, lease_keeper.living_peers[process_id].address)


ENDPOINTS = [
    Endpoint("GET", STREAM_PATH, open_stream),
    Endpoint("POST", f"{STREAM_PATH}/{{id}}", post_to_stream, 204),
]
