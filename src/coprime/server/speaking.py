"""Which language a request is answered in: the one that was chosen in this browser, else the one that it asks for."""

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from ..core.language import accepted, languages, speaking

COOKIE = "language"
ASKED = b"accept-language"


def language_of(connection: HTTPConnection) -> str:
    """Also of a request that another process of the house passes on, with these two headers."""
    chosen = connection.cookies.get(COOKIE)
    return chosen if chosen in languages() else accepted(connection.headers.get(ASKED.decode(), ""))


class Spoken:
    """An application in which everything is said in the language of whoever asks."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        with speaking(language_of(HTTPConnection(scope))):
            return await self.app(scope, receive, send)
