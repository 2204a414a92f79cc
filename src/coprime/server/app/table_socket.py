"""The WebSocket of one browser at one table."""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from ...table import message_dispatch, wire
from ...table.connection import Connection
from ..rate_limits import Limits, TokenBucket
from ..sentences import say
from ..table_actor import TableActor

log = logging.getLogger(__name__)
MOST_WAITING = 400           # messages that may wait for a browser that does not keep up
FULL_AT = 3              # and after so many it gets no scenes
MOST_FLOOD_ERRORS = 3             # answered with a sentence so often, then closed


class TableSocket:
    """Sends messages in order without blocking the table.

    It holds no reference to the table: a table knows its sockets, and a cycle would keep both in memory.

    write  writes a message at once, as `socket_protocol.find_writer` has it; None: they are all sent by a task
    """

    def __init__(self, send: Any, write: Callable[[bytes], bool] | None = None) -> None:
        self._send, self._write = send, write
        self._queue: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self._closing: int | None = None

    @property
    def is_open(self) -> bool:
        """Tell whether the socket is not closing."""
        return self._closing is None

    @property
    def is_full(self) -> bool:
        """Tell whether so many messages wait that a scene would be outdated when it arrives."""
        return len(self._queue) >= FULL_AT

    def send(self, data: bytes) -> None:
        """Write a message or queue it; close the socket of a browser that does not keep up."""
        if self._closing is not None:
            return
        if self._write is not None and not self._queue and self._write(data):
            return
        self._queue.append(data)
        self._ready.set()
        if len(self._queue) > MOST_WAITING:
            self._queue.clear()
            self.close(1013, say("wrong.slow"))

    def close(self, code: int, sentence: str) -> None:
        """Close the socket after what waits, with a sentence that says why."""
        if self._closing is not None:
            return
        if sentence:
            self.send_error(sentence, fatal=code not in (1012, 1013))
        self._closing = code
        self._ready.set()

    def send_error(self, sentence: str, fatal: bool = False) -> None:
        """Send an error sentence."""
        self.send(json.dumps({"type": "error", "sentence": sentence, "fatal": fatal}).encode())

    async def send_until_closed(self, on_empty: Callable[[], None] = lambda: None) -> None:
        """Send until closed; `on_empty` is called whenever the queue has been sent."""
        while True:
            if not self._queue and self._closing is None:
                self._ready.clear()
                await self._ready.wait()
            while self._queue:
                await self._send({"type": "websocket.send", "text": self._queue[0].decode()})
                if self._queue:             # it is emptied where the browser is given up meanwhile
                    self._queue.popleft()
            on_empty()
            if self._closing is not None:
                await self._send({"type": "websocket.close", "code": self._closing, "reason": ""})
                return


class ConnectionReader:
    """Reads the messages of one browser and passes them to its table."""

    def __init__(self, socket: TableSocket, table_actor: TableActor, connection: Connection, limits: Limits) -> None:
        self.socket, self.table_actor, self.connection, self.limits = socket, table_actor, connection, limits
        self._bucket = TokenBucket(limits.messages[0], table_actor.loop.time())
        self._flood_count = 0

    def _resume_scenes(self) -> None:
        """Scenes that were left out while the browser did not keep up."""
        if self.connection.needs_everything and self.connection.is_welcomed:
            self.table_actor.table.table_host.schedule_updates(self.table_actor.table)

    def handle_message(self, text: str | None, data: bytes | None) -> None:
        """Pass one message to the table, or answer that it is malformed or over the rate limit."""
        if self._bucket.take(self.limits.messages, self.table_actor.loop.time()):
            self._flood_count += 1
            if self._flood_count > MOST_FLOOD_ERRORS:
                return self.socket.close(4429, say("wrong.many"))
            return self.socket.send_error(say("wrong.many"))
        if text is None:
            return self.socket.send_error(say("wrong.text"))
        raw = text.encode("utf-8", "replace")
        if len(raw) > self.limits.message:
            return self.socket.send_error(say("wrong.toolarge", most=self.limits.message))
        try:
            message = wire.decoder.decode(raw)
        except (msgspec.DecodeError, RecursionError) as wrong:
            return self.socket.send_error(say("wrong.message", why=str(wrong)[:200]))
        if self.connection.who is None and not isinstance(message, wire.Hello | wire.Ping):
            return self.socket.send_error(say("wrong.hello"))
        self.table_actor.enqueue_input(
            partial(message_dispatch.receive_message, self.table_actor.table, self.connection, message))
        return None

    async def read_until_closed(self, receive: Any) -> None:
        """Read until the browser goes or the socket is closed."""
        sending = asyncio.ensure_future(self.socket.send_until_closed(self._resume_scenes))
        try:
            while (message := await receive())["type"] == "websocket.receive":
                self.handle_message(message.get("text"), message.get("bytes"))
        finally:
            sending.cancel()
            self.table_actor.enqueue_input(
                partial(message_dispatch.remove_connection, self.table_actor.table, self.connection))
            await asyncio.gather(sending, return_exceptions=True)       # raised here it would know us, and we know it
