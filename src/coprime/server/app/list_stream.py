"""An event stream of a list on the home page: the list at once, and again whenever it has changed."""

import asyncio
import secrets
from typing import Protocol

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..sentences import say
from .request_context import AppState
from .responses import make_error_response
from .websocket_fallback import HEADERS, HEARTBEAT, format_event


class WatchedList(Protocol):
    """A list that a page watches."""

    async def current_body(self) -> bytes:
        """Return the list as JSON. Raises RequestError."""

    async def wait_for_change(self, known: bytes, seconds: float) -> bytes:
        """Return the list once it differs from the one that a page knows; b"" where it has not for so long."""

    def close(self) -> None:
        """Note that the page watches no more."""


class ListStream(Response):
    """The list as server-sent events, until the page or the server goes."""

    media_type = "text/event-stream"
    key = None                  # nobody sends to it

    def __init__(self, state: AppState, watched: WatchedList, address: str) -> None:
        super().__init__(headers=HEADERS)
        del self.headers["content-length"]
        self.state, self.watched, self.address = state, watched, address
        self._is_over = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the list until the page goes or the server ends the stream."""
        streams, id = self.state.open_streams, f"list.{secrets.token_hex(16)}"
        if sum(one.address == self.address for one in streams.values()) >= self.state.limits.sockets:
            self.watched.close()
            return await make_error_response(429, say("wrong.sockets"))(scope, receive, send)
        streams[id] = self
        parts = [asyncio.ensure_future(part) for part in (self._send_changes(send), self._watch_disconnect(receive),
                                                          self._is_over.wait())]
        try:
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
        finally:
            del streams[id]
            self.watched.close()
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)
        await send({"type": "http.response.body", "body": b""})

    def end(self) -> None:
        """End the stream, so that the page connects again, to another process or to a new one."""
        self._is_over.set()

    async def _send_changes(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        body, changed = b"", await self.watched.current_body()
        while True:
            body = changed or body
            await send({"type": "http.response.body", "body": format_event(body) if changed else b":\n\n",
                        "more_body": True})
            changed = await self.watched.wait_for_change(body, HEARTBEAT)

    async def _watch_disconnect(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
