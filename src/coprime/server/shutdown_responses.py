"""Tell clients that still wait when the server ends to ask again."""

import asyncio
import contextlib

from starlette.types import ASGIApp, Receive, Scope, Send

from .app.responses import make_error_response
from .sentences import say

RESTART_CODE = 1012          # a socket's code for a service that begins again: pages connect at once
RETRY_SECONDS = 2                # seconds


class GracefulShutdown:
    """ASGI middleware that answers requests and sockets cancelled by the end of the server.

    Only the end of the server cancels them: it has waited, and the database has not answered by then.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the application; when it is cancelled, answer with 503 or close the socket."""
        try:
            await self.app(scope, receive, send)
        except asyncio.CancelledError:
            with contextlib.suppress(Exception):        # an answer may have begun, or nobody may be there
                if scope["type"] == "websocket":
                    await send({"type": "websocket.close", "code": RESTART_CODE})
                elif scope["type"] == "http":
                    await make_error_response(503, say("wrong.store", wait=RETRY_SECONDS))(scope, receive, send)
            if scope["type"] == "lifespan":
                raise
