"""One browser at one table: its WebSocket."""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from ...table import inbox, wire
from ...table.connection import Connection
from ..limits import Limits, TokenBucket
from ..sentences import say
from ..table_actor import TableActor

log = logging.getLogger(__name__)
WAITING = 400           # messages that may wait for a browser that does not keep up
ENOUGH = 3              # and after so many it gets no scenes
FLOODED = 3             # answered with a sentence so often, then closed


class TableSocket:
    """Sends in order without holding up the table; `shut` says why and closes.

    It knows nothing of what is said over it: a table knows its sockets, and one that knew the table would keep it.
    """

    def __init__(self, send: Any) -> None:
        self._send = send
        self._queue: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self._closing: int | None = None

    @property
    def open(self) -> bool:
        return self._closing is None

    @property
    def full(self) -> bool:
        """Does so much wait that a picture would be old before it is seen?"""
        return len(self._queue) >= ENOUGH

    def send(self, data: bytes) -> None:
        if self._closing is not None:
            return
        self._queue.append(data)
        self._ready.set()
        if len(self._queue) > WAITING:
            self._queue.clear()
            self.shut(1013, say("wrong.slow"))

    def shut(self, code: int, sentence: str) -> None:
        if self._closing is not None:
            return
        if sentence:
            self.error(sentence, fatal=code not in (1012, 1013))
        self._closing = code
        self._ready.set()

    def error(self, sentence: str, fatal: bool = False) -> None:
        self.send(json.dumps({"type": "error", "sentence": sentence, "fatal": fatal}).encode())

    async def run(self, emptied: Callable[[], None] = lambda: None) -> None:
        """Send until closed; `emptied` is called when all that waited has been taken."""
        while True:
            if not self._queue and self._closing is None:
                self._ready.clear()
                await self._ready.wait()
            while self._queue:
                await self._send({"type": "websocket.send", "text": self._queue[0].decode()})
                if self._queue:             # it is emptied where the browser is given up meanwhile
                    self._queue.popleft()
            emptied()
            if self._closing is not None:
                await self._send({"type": "websocket.close", "code": self._closing, "reason": ""})
                return


class ConnectionReader:
    """Reads what one browser says and hands it to its table."""

    def __init__(self, socket: TableSocket, room: TableActor, visit: Connection, limits: Limits) -> None:
        self.socket, self.room, self.visit, self.limits = socket, room, visit, limits
        self._bucket = TokenBucket(limits.messages[0], room.loop.time())
        self._flooded = 0

    def _emptied(self) -> None:
        """Scenes that were left out while the browser did not keep up."""
        if self.visit.fresh and self.visit.live:
            self.room.table.outside.show(self.room.table)

    def hear(self, text: str | None, data: bytes | None) -> None:
        """One message, well formed or not."""
        if self._bucket.take(self.limits.messages, self.room.loop.time()):
            self._flooded += 1
            if self._flooded > FLOODED:
                return self.socket.shut(4429, say("wrong.many"))
            return self.socket.error(say("wrong.many"))
        if text is None:
            return self.socket.error(say("wrong.text"))
        raw = text.encode("utf-8", "replace")
        if len(raw) > self.limits.message:
            return self.socket.error(say("wrong.toolarge", most=self.limits.message))
        try:
            message = wire.decoder.decode(raw)
        except (msgspec.DecodeError, RecursionError) as wrong:
            return self.socket.error(say("wrong.message", why=str(wrong)[:200]))
        if self.visit.who is None and not isinstance(message, wire.Hello | wire.Ping):
            return self.socket.error(say("wrong.hello"))
        self.room.put(partial(inbox.receive, self.room.table, self.visit, message))
        return None

    async def run(self, receive: Any) -> None:
        """Hear until the browser goes or the socket is shut."""
        sending = asyncio.ensure_future(self.socket.run(self._emptied))
        try:
            while (message := await receive())["type"] == "websocket.receive":
                self.hear(message.get("text"), message.get("bytes"))
        finally:
            sending.cancel()
            self.room.put(partial(inbox.leave, self.room.table, self.visit))
            await asyncio.gather(sending, return_exceptions=True)       # raised here it would know us, and we know it
