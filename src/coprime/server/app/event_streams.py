"""Lines to tables over HTTP, for browsers that no WebSocket comes through to.

A browser reads one event stream (`GET /api/stream`) and sends what it has to say by POST.  The stream carries any
number of lines; to the application each of them is a WebSocket, so that messages, limits and other processes of the
server are those of `application.TableSockets`.  A POST that meets another process is passed on to the one that sends
the stream.
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
from ..cluster.peers import AGAIN
from ..limits import TokenBucket
from ..sentences import RequestError, say
from .endpoint import Endpoint
from .origin_guard import STREAM
from .responses import error_response
from .state import AppState

HEARTBEAT = 15.0        # seconds between two comments, so that no proxy takes the stream for dead
SILENCE = 150.0         # seconds without a POST after which a browser is gone; hidden pages may send one a minute only
GOODBYE = 1.0           # seconds in which the lines of a stream that ends let go of their tables
JOINED = 2.0            # seconds until every process knows of a new one
WAITING = 200           # messages that may wait on one line
PADDING = b":" + b" " * 2048 + b"\n\n"      # some filters hold back the first bytes of an answer
RESTART, BUSY = 1012, 1013
HEADERS = {
    "cache-control": "no-store, no-transform",      # a proxy that compresses holds back what is short
    "x-accel-buffering": "no",                      # nginx would hold it back, too
}


class StreamMessage(msgspec.Struct):
    """What a browser does on one of its lines: it opens it to the table of a code, says the text of a message, or
    closes it."""

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
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": code})


class EventStream(Response):
    """The stream of one page, from the answer's first byte to its last.

    Only whoever opened it sends to it: `key` is that of their cookie, and `id` is known to them alone.
    """

    media_type = "text/event-stream"

    def __init__(self, door: AppState, request: Request) -> None:
        super().__init__(headers=HEADERS)
        del self.headers["content-length"]
        self.door, self.key, self.address = door, door.cookie_key(request), door.client_address(request)
        here = door.house.holder
        self.id = f"{here.me.id}.{secrets.token_hex(16)}" if here else secrets.token_hex(16)
        self._loop = door.house.loop
        self._request = dict(request.scope)
        self._context = contextvars.copy_context()          # the language
        self._lines: dict[int, StreamLine] = {}
        self._bucket = TokenBucket(door.limits.messages[0], self._loop.time())
        self._over = asyncio.Event()
        self._last = self._opened = 0
        self._heard = self._loop.time()
        self._send: Send

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        streams = self.door.streams
        if sum(one.address == self.address for one in streams.values()) >= self.door.limits.sockets:
            return await error_response(429, say("wrong.sockets"))(scope, receive, send)
        streams[self.id], self._send = self, send
        watching = asyncio.ensure_future(self._watch(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await self._write(PADDING + _event(b'{"stream":"%b"}' % self.id.encode()))
            await self._beat()
        finally:
            del streams[self.id]
            watching.cancel()
            await self._hang_up()
        await self._write(_event(b'{"close":%d}' % RESTART))
        await send({"type": "http.response.body", "body": b""})

    def end(self) -> None:
        """Let the page connect again, to another process or to the next one."""
        self._over.set()

    def hear(self, batch: StreamBatch) -> None:
        """Take in what the page has sent, each part once.  Raises RequestError."""
        now = self._heard = self._loop.time()
        if self._bucket.take(self.door.limits.messages, now):
            raise RequestError(429, "wrong.many")
        for n, part in enumerate(batch.parts, batch.n):
            if n > self._last + 1:
                self.end()                                  # something before it is missing
                raise RequestError(404, "wrong.stream")
            if n == self._last + 1:
                self._last = n
                self._take(part)

    def _take(self, part: StreamMessage) -> None:
        if part.open is not None and part.line > self._opened:
            self.door.requests.take(self.address)           # at once: one POST may open many lines
            self._opened = part.line
            line = self._lines[part.line] = StreamLine()
            run = self._run(part.line, part.open, line)
            line.task = self._loop.create_task(run, context=self._context.copy())
        elif (found := self._lines.get(part.line)) is None:
            return                                          # it was closed here meanwhile
        elif part.close:
            found.hang_up(1000)
        elif part.text is not None and found.inbox.qsize() >= WAITING:
            found.task.cancel()
        elif part.text is not None:
            found.inbox.put_nowait({"type": "websocket.receive", "text": part.text})

    async def _run(self, number: int, code: str, line: StreamLine) -> None:
        """One line, from its opening until it is closed on either side."""
        closed = 1000

        async def send(message: Message) -> None:
            nonlocal closed
            if message["type"] == "websocket.accept":
                await self._write(_event(b'{"line":%d,"open":true}' % number))
            elif message["type"] == "websocket.send":
                text = message.get("text")
                data = text.encode() if isinstance(text, str) else bytes(message["bytes"])
                await self._write(_event(b'{"line":%d,"message":%b}' % (number, data)))
            else:
                closed = message.get("code", 1000)
                line.hang_up(closed)
        scope = {**self._request, "type": "websocket", "path_params": {"code": code}, "is_charged": True}
        try:
            await self.door.attend(scope, line.inbox.get, send)
        except asyncio.CancelledError:
            closed = BUSY
            raise
        finally:
            del self._lines[number]
            if not self._over.is_set():
                await self._write(_event(b'{"line":%d,"close":%d}' % (number, closed)))

    async def _write(self, data: bytes) -> None:
        await self._send({"type": "http.response.body", "body": data, "more_body": True})

    async def _watch(self, receive: Receive) -> None:
        """Notice that the page has gone."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self._over.set()

    async def _beat(self) -> None:
        """Send a sign of life until the stream is over, or nothing has been heard for too long."""
        while self._loop.time() - self._heard < SILENCE:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    await self._over.wait()
                return
            except TimeoutError:
                await self._write(b":\n\n")

    async def _hang_up(self) -> None:
        """End all lines."""
        self._over.set()
        tasks = [line.task for line in self._lines.values()]
        for line in self._lines.values():
            line.hang_up(RESTART)
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=GOODBYE)
            for task in late:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def _event(data: bytes) -> bytes:
    """One event of a stream; JSON as it is sent here has no line breaks."""
    return b"data: " + data + b"\n\n"


async def open_stream(door: AppState, request: Request) -> EventStream:
    """The events of one page's lines to tables, where no WebSocket comes through (see docs/protocol.md)."""
    door.charge_rate_limit(request)
    return EventStream(door, request)


async def hear_stream(door: AppState, request: Request, id: str, data: StreamBatch) -> Response:
    """What a page says on its lines."""
    stream = door.streams.get(id)
    if stream is None:
        door.charge_rate_limit(request)
        await _find_elsewhere(door, request, id)
    if stream is None or stream.key != door.cookie_key(request):
        raise RequestError(404, "wrong.stream")
    stream.hear(data)
    return Response(status_code=204)


async def _find_elsewhere(door: AppState, request: HTTPConnection, id: str) -> None:
    """Return where no other process that lives sends a stream.  Raises HeldElsewhere."""
    holder, (house, dot, _) = door.house.holder, id.partition(".")
    if holder is None or not dot or house == holder.me.id:
        return
    until = time.monotonic() + JOINED
    while house not in holder.living:
        if time.monotonic() > until:
            return
        await asyncio.sleep(AGAIN)
    raise HeldElsewhere("", house, holder.living[house].address)


ENDPOINTS = [
    Endpoint("GET", STREAM, open_stream),
    Endpoint("POST", f"{STREAM}/{{id}}", hear_stream, 204),
]
