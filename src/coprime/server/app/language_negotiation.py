"""Which language a request is answered in: the one that was chosen in this browser, else the one that it asks for.

A page puts `?language=` into the address of its socket, since not every browser sends Accept-Language there.
"""

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from ...core.language_selection import available_languages, choose_accepted_language, use_language

COOKIE = "language"
HEADER = "accept-language"


def request_language(connection: HTTPConnection) -> str:
    """Return the first available language that the cookie, the address's `?language=` or the header names."""
    for named in (connection.cookies.get(COOKIE), connection.query_params.get(COOKIE)):
        if named in available_languages():
            return named
    return choose_accepted_language(connection.headers.get(HEADER, ""))


class LanguageMiddleware:
    """ASGI middleware that sets the language of the response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the application in the language of the request."""
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        with use_language(request_language(HTTPConnection(scope))):
            return await self.app(scope, receive, send)
