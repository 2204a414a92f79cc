"""Who still waits for an answer when the server ends is told to ask again."""

import asyncio
import contextlib

from starlette.types import ASGIApp, Receive, Scope, Send

from .app.responses import error_response
from .sentences import say

RESTART = 1012          # a socket's code for a service that begins again: pages connect at once
SOON = 2                # seconds


class GracefulShutdown:
    """Only a server that ends cancels what is going on here: it has waited, and the store has not answered by then."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.app(scope, receive, send)
        except asyncio.CancelledError:
            with contextlib.suppress(Exception):        # an answer may have begun, or nobody may be there
                if scope["type"] == "websocket":
                    await send({"type": "websocket.close", "code": RESTART})
                elif scope["type"] == "http":
                    await error_response(503, say("wrong.store", wait=SOON))(scope, receive, send)
            if scope["type"] == "lifespan":
                raise
