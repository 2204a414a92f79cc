"""The WebSocket protocol of uvicorn, which the application can also have a message written by at once.

A busy table sends thousands of messages a second.  Sending each as ASGI does, through a task, a coroutine and a frame
object, takes longer than encoding it.  `table_socket` uses `WRITE_EXTENSION` where a scope offers it, and `send`
elsewhere; `run.py` gives `find_socket_protocol` to the server.
"""

from collections.abc import Callable
from typing import Any

from starlette.types import Scope

WRITE_EXTENSION = "coprime.write"       # its value writes the bytes of a text, and returns whether it could
TEXT_FRAME = 0x81                       # a whole message in one frame, not masked (RFC 6455, 5.2)


def find_writer(scope: Scope) -> Callable[[bytes], bool] | None:
    """Return what writes a text to the client of a scope at once; None where only `send` does."""
    found: Callable[[bytes], bool] | None = scope.get("extensions", {}).get(WRITE_EXTENSION)
    return found


def make_text_frame(text: bytes) -> bytes:
    """Return a text as a WebSocket frame of a server."""
    length = len(text)
    if length < 126:
        return bytes((TEXT_FRAME, length)) + text
    if length < 1 << 16:
        return bytes((TEXT_FRAME, 126)) + length.to_bytes(2) + text
    return bytes((TEXT_FRAME, 127)) + length.to_bytes(8) + text


def find_socket_protocol() -> Any:
    """Return uvicorn's protocol with `WRITE_EXTENSION`; "auto" where this uvicorn has another one."""
    try:
        from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
    except ImportError:
        return "auto"

    class WritingProtocol(WebSocketsSansIOProtocol):
        """Offers `WRITE_EXTENSION` for as long as it has its connection: the scope would keep it in memory."""

        scope: Any = None

        def handle_connect(self, event: Any) -> None:
            super().handle_connect(event)
            if self.scope is not None and not self.config.ws_per_message_deflate:
                self.scope["extensions"][WRITE_EXTENSION] = self.write_text

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            if self.scope is not None:
                self.scope["extensions"].pop(WRITE_EXTENSION, None)

        def write_text(self, text: bytes) -> bool:
            """Write a text; not where earlier bytes wait for the client, nor before it is accepted or once it closes.

            In these cases `send` waits, or raises what there is to raise.
            """
            if (not self.handshake_complete or self.close_sent or self.disconnected or not self.writable.is_set()
                    or self.transport.is_closing()):
                return False
            self.transport.write(make_text_frame(text))
            return True
    return WritingProtocol
