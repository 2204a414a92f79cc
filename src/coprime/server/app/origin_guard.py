"""What stands before everything: which hosts and origins are answered, and the headers of every answer."""

from collections.abc import Collection
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from ..sentences import say
from .responses import error_response

HEADERS = {
    "content-security-policy":
        "default-src 'self'; img-src 'self' data:; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
ENCODED = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
SAFE = ("GET", "HEAD", "OPTIONS")
STREAM = "/api/stream"      # changes something though it is read, as a socket does
STRICT = (b"strict-transport-security", b"max-age=15552000")     # half a year without plain HTTP
PORTS = {"http": ":80", "https": ":443"}


def read_header(scope: Any, name: bytes) -> str:
    """A request's header, "" when it is missing."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def host_of(netloc: str) -> str:
    """A host without its port: "[::1]:80" gives "::1"."""
    try:
        return (urlsplit(f"//{netloc}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_same_origin(origin: str, scheme: str, host: str) -> bool:
    """Is a page's origin this host, reached by this scheme?"""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    port = PORTS.get(scheme, "")
    return parts.scheme == scheme and parts.netloc.lower().removesuffix(port) == host.lower().removesuffix(port)


def is_strict(public: str) -> bool:
    """May browsers be told to come by HTTPS alone?  Not for an address of numbers, or a trial at this machine, where
    something else may be served without it."""
    host = host_of(urlsplit(public).netloc)
    try:
        return public.startswith("https://") and host != "localhost" and not ip_address(host)
    except ValueError:
        return True


def is_probe(scope: Any, host: str) -> bool:
    """Does somebody ask for the server's health without a name, or by a mere address?

    Probes of load balancers do.  No page can, by a foreign name that leads here: an address is nobody else's name.
    """
    if scope["type"] != "http" or scope["path"] != "/health" or scope["method"] not in SAFE:
        return False
    try:
        return not host or bool(ip_address(host_of(host)))
    except ValueError:
        return False


class OriginGuard:
    """An application behind a guard.

    Foreign hosts are refused (a foreign name that leads to this address would make its pages "same origin"), and so are
    requests that change something, sockets, and event streams, when they come from another origin.

    public  the address by which others reach the server;  behind_proxy  believe the proxy's X-Forwarded-Proto
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], public: str = "", behind_proxy: bool = False) -> None:
        self.app, self.hosts, self.behind_proxy = app, frozenset(hosts), behind_proxy
        parts = urlsplit(public)
        self.public_scheme, self.public_host = parts.scheme, host_of(parts.netloc)
        self.headers = [*ENCODED, STRICT] if is_strict(public) else ENCODED

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)

        async def answer(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self.headers]
            await send(message)

        wrong = self.objection(scope)
        if wrong and scope["type"] == "http":
            return await error_response(403, say(wrong))(scope, receive, answer)
        if wrong:
            await receive()
            return await send({"type": "websocket.close", "code": 4403})
        return await self.app(scope, receive, answer if scope["type"] == "http" else send)

    def objection(self, scope: Any) -> str | None:
        """The key of the sentence against a request, or None."""
        host = read_header(scope, b"host")
        if is_probe(scope, host):
            return None
        if host_of(host) not in self.hosts:
            return "wrong.host"
        if scope["type"] == "http" and scope["method"] in SAFE and scope["path"] != STREAM:
            return None
        origin = read_header(scope, b"origin")
        if origin and not is_same_origin(origin, self.scheme(scope, host), host):
            return "wrong.origin"
        if read_header(scope, b"sec-fetch-site") in ("cross-site", "same-site"):
            return "wrong.origin"
        return None

    def scheme(self, scope: Any, host: str) -> str:
        """By which scheme a browser has asked: that of the public address there, else as the proxy or the line says."""
        if self.public_host and host_of(host) == self.public_host:
            return self.public_scheme
        told = read_header(scope, b"x-forwarded-proto").rsplit(",", 1)[-1].strip().lower() if self.behind_proxy else ""
        if told in PORTS:
            return told
        return "https" if scope.get("scheme") in ("https", "wss") else "http"
