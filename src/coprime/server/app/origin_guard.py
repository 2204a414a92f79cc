"""ASGI middleware that checks host and origin, and adds the security headers."""

from collections.abc import Collection
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from ..sentences import say
from .responses import make_error_response

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
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
STREAM_PATH = "/api/stream"      # changes something though it is read, as a socket does
HSTS_HEADER = (b"strict-transport-security", b"max-age=15552000")     # half a year without plain HTTP
DEFAULT_PORTS = {"http": ":80", "https": ":443"}


def read_header(scope: Any, name: bytes) -> str:
    """A request's header, "" when it is missing."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def host_without_port(netloc: str) -> str:
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
    port = DEFAULT_PORTS.get(scheme, "")
    return parts.scheme == scheme and parts.netloc.lower().removesuffix(port) == host.lower().removesuffix(port)


def allows_hsts(public: str) -> bool:
    """Tell whether browsers may be told to use HTTPS alone (HSTS).

    Not for a numeric address or localhost, where something else may be served without it.
    """
    host = host_without_port(urlsplit(public).netloc)
    try:
        return public.startswith("https://") and host != "localhost" and not ip_address(host)
    except ValueError:
        return True


def is_probe(scope: Any, host: str) -> bool:
    """Tell whether a request is a health probe of a load balancer: without a host, or with a numeric one.

    No page can send one through a foreign name, since a numeric address is nobody else's name.
    """
    if scope["type"] != "http" or scope["path"] != "/health" or scope["method"] not in SAFE_METHODS:
        return False
    try:
        return not host or bool(ip_address(host_without_port(host)))
    except ValueError:
        return False


class OriginGuard:
    """An application behind a check of host and origin.

    Foreign hosts are refused: a foreign name that resolves to this address would make its pages "same origin". Requests
    that change something, sockets and event streams are refused from other origins.

    public  the address by which others reach the server;  behind_proxy  trust the proxy's X-Forwarded-Proto
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], public: str = "", behind_proxy: bool = False) -> None:
        self.app, self.hosts, self.behind_proxy = app, frozenset(hosts), behind_proxy
        parts = urlsplit(public)
        self.public_scheme, self.public_host = parts.scheme, host_without_port(parts.netloc)
        self.headers = [*ENCODED, HSTS_HEADER] if allows_hsts(public) else ENCODED

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or pass it on and add headers to the response."""
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)

        async def answer(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self.headers]
            await send(message)

        wrong = self.find_objection(scope)
        if wrong and scope["type"] == "http":
            return await make_error_response(403, say(wrong))(scope, receive, answer)
        if wrong:
            await receive()
            return await send({"type": "websocket.close", "code": 4403})
        return await self.app(scope, receive, answer if scope["type"] == "http" else send)

    def find_objection(self, scope: Any) -> str | None:
        """The key of the sentence against a request, or None."""
        host = read_header(scope, b"host")
        if is_probe(scope, host):
            return None
        if host_without_port(host) not in self.hosts:
            return "wrong.host"
        if scope["type"] == "http" and scope["method"] in SAFE_METHODS and scope["path"] != STREAM_PATH:
            return None
        origin = read_header(scope, b"origin")
        if origin and not is_same_origin(origin, self.request_scheme(scope, host), host):
            return "wrong.origin"
        if read_header(scope, b"sec-fetch-site") in ("cross-site", "same-site"):
            return "wrong.origin"
        return None

    def request_scheme(self, scope: Any, host: str) -> str:
        """Return the scheme of the browser's request.

        That of the public address, where it was used; else by the header of the proxy, or by the connection.
        """
        if self.public_host and host_without_port(host) == self.public_host:
            return self.public_scheme
        told = read_header(scope, b"x-forwarded-proto") if self.behind_proxy else ""
        forwarded_scheme = told.rsplit(",", 1)[-1].strip().lower()
        if forwarded_scheme in DEFAULT_PORTS:
            return forwarded_scheme
        return "https" if scope.get("scheme") in ("https", "wss") else "http"
