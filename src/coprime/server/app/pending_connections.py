"""Limit the connections that have not sent a request yet: how many, and for how long each.

uvicorn has no deadline for the head of a request, and its `limit_concurrency` counts idle pages as well and answers 503
to everybody. `protocol_class` extends the protocol that uvicorn chooses; `run.py` gives it to the server.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from ..rate_limits import mask_address

try:
    import resource
except ImportError:                 # Windows has no such limit
    resource = None                 # type: ignore[assignment]

BACKLOG = 2048          # connections that the kernel holds until they are accepted, where there are handles enough


def count_handles() -> int:
    """Return how many files and sockets this process may have open."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if resource else 1 << 20
    return limit if 0 < limit < 1 << 20 else 1 << 20


def choose_backlog(handles: int) -> int:
    """Return how many connections the kernel may queue: a quarter of the handles at most."""
    return max(16, min(BACKLOG, handles // 4))


class PendingConnections:
    """The connections of one process that owe the head of a request, or are idle after a response.

    most     how many are kept, at most a third of the handles of the process. One more displaces the oldest one of the
             address that has most of them, so that whoever sends a request at once is always served
    seconds  after which one is closed
    """

    def __init__(self, most: int, seconds: float, handles: int) -> None:
        self.most, self.seconds = max(1, min(most, handles // 3)), seconds
        self._timers: dict[Any, asyncio.TimerHandle] = {}           # both from the oldest to the newest
        self._by_address: dict[str, dict[Any, None]] = {}

    def __len__(self) -> int:
        """Return how many connections are pending."""
        return len(self._timers)

    def add_connection(self, connection: Any, address: str) -> None:
        """Count a connection that owes a request."""
        if connection in self._timers:
            return
        if len(self._timers) >= self.most:
            busiest = max(self._by_address.values(), key=len)
            next(iter(busiest)).abort()
        timer = asyncio.get_running_loop().call_later(self.seconds, connection.abort)
        self._timers[connection] = timer
        self._by_address.setdefault(address, {})[connection] = None

    def remove_connection(self, connection: Any, address: str) -> None:
        """Stop counting a connection that has sent the head of a request, or has ended."""
        timer = self._timers.pop(connection, None)
        if timer is None:
            return
        timer.cancel()
        del self._by_address[address][connection]
        if not self._by_address[address]:
            del self._by_address[address]


def protocol_class(pending: PendingConnections, base: Any = AutoHTTPProtocol) -> type[asyncio.Protocol]:
    """The protocol of uvicorn, `base`, whose connections are counted in `pending`."""

    class CountedProtocol(base):                    # type: ignore[misc]
        address = ""
        is_socket = False                           # a WebSocket: another protocol has the connection then

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self.address = mask_address(self.client[0]) if self.client else ""
            pending.add_connection(self, self.address)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._count()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._count()

        def handle_websocket_upgrade(self, *given: Any) -> None:
            self.is_socket = True
            pending.remove_connection(self, self.address)
            super().handle_websocket_upgrade(*given)

        def connection_lost(self, exc: Exception | None) -> None:
            pending.remove_connection(self, self.address)
            super().connection_lost(exc)

        def _count(self) -> None:
            if self.is_socket or (self.cycle is not None and not self.cycle.response_complete):
                pending.remove_connection(self, self.address)
            elif not self.transport.is_closing():
                pending.add_connection(self, self.address)

        def abort(self) -> None:
            pending.remove_connection(self, self.address)
            self.transport.abort()
    return CountedProtocol
