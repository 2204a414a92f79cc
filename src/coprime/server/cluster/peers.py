"""From process to process: what comes for a table that another process holds is passed on to it.

Processes of a house reach each other at addresses of their own.  Who comes in there shows that it has the house's
secret, and for which process, request and client it was shown; everybody else is refused before anything is read.
"""

import asyncio
import contextlib
import hmac
import http.client
import json
import logging
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from ...core.language import language
from ..sentences import RequestError
from .lease_keeper import LeaseKeeper
from .leases import HeldElsewhere

log = logging.getLogger(__name__)
PATIENCE = 10.0         # seconds in which a table must be reached somewhere
AGAIN = 0.25            # seconds until it is tried again
OPENED = 1.5            # seconds in which another process must answer
ASKING = 16             # threads; tables are woken in others, which therefore wait for no other process
ANSWERED = 75.0         # and in which it must have carried out a request: somewhat longer than a reader may take
PEOPLE, TABLES = "/peer/people", "/peer/tables"
CLIENT, SHOWN = "coprime-client", "coprime-peer"
HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "date", "server"}
NOBODY = {1005, 1006}   # how a connection is closed that breaks


class Unreached(Exception):
    """Another process could not be connected to; `refused`: nobody listens at its address."""

    def __init__(self, refused: bool) -> None:
        super().__init__(refused)
        self.refused = refused


class Peers:
    """The other processes, as the one of `holder` reaches them."""

    def __init__(self, secret: bytes, holder: LeaseKeeper) -> None:
        self.key, self.holder = hmac.digest(secret, b"coprime peer", "sha256"), holder
        self.lines: dict[str, set[ClientConnection]] = {}
        self._threads = ThreadPoolExecutor(ASKING, thread_name_prefix="peer")
        self._asking: dict[str, set[asyncio.Future[Any]]] = {}

    def shown(self, house: str, method: str, path: str, client: str) -> str:
        """What shows a process that a request comes from one of the house's."""
        return hmac.new(self.key, "\n".join((house, method, path, client)).encode(), "sha256").hexdigest()

    def _headers(self, there: HeldElsewhere, method: str, path: str, client: str,
                 connection: HTTPConnection | None = None) -> dict[str, str]:
        given = connection.headers if connection else {}
        passed = {name: given[name] for name in ("cookie", "content-type") if name in given}
        passed["accept-language"] = language()
        return passed | {CLIENT: client, SHOWN: self.shown(there.house, method, path, client)}

    def check(self) -> None:
        """Let go of whoever waits for a process that lives no more."""
        for house in [house for house in (*self.lines, *self._asking) if house not in self.holder.living]:
            for line in self.lines.pop(house, ()):
                line.transport.abort()
            for asking in self._asking.pop(house, ()):
                asking.cancel()

    # A socket.

    async def passed(self, there: HeldElsewhere, connection: HTTPConnection, client: str, receive: Receive,
                     send: Send) -> bool:
        """Pass a client's socket on until it ends.  False when the other process does not answer; nothing is read then.
        """
        path = f"/ws/{quote(there.code)}"
        headers = self._headers(there, "GET", path, client, connection)
        try:
            line = await connect(f"ws://{there.address}{path}", additional_headers=headers, compression=None,
                                 open_timeout=OPENED, close_timeout=1, max_size=None, ping_interval=None, proxy=None)
        except (OSError, TimeoutError, WebSocketException) as wrong:
            log.info("the process at %s does not answer: %s", there.address, wrong)
            await self.holder.end_dead_lease(there.house, isinstance(wrong, ConnectionRefusedError))
            return False
        lines = self.lines.setdefault(there.house, set())
        lines.add(line)
        up = asyncio.ensure_future(_up(receive, line))
        down = asyncio.ensure_future(_down(line, send))
        try:
            await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
        finally:
            lines.discard(line)
            for half in (up, down):
                half.cancel()
            await line.close()
            await asyncio.gather(up, down, return_exceptions=True)
        return True

    # A request.

    async def asked(self, there: HeldElsewhere, request: Request, client: str, given: bytes) -> Response | None:
        """What the other process answers to a client's request, whose body is given.

        None when it cannot be reached, and nothing was asked.  Raises RequestError.
        """
        path = request.scope["raw_path"].partition(b"?")[0].decode("latin-1")
        target = f"{path}?{request.url.query}" if request.url.query else path
        headers = self._headers(there, request.method, path, client, request)
        status, found, content = await self._fetched(there, request.method, target, headers, given)
        if not status:
            return None
        answer = Response(content, status)
        answer.raw_headers = [(name.lower().encode("latin-1"), value.encode("latin-1"))
                              for name, value in found if name.lower() not in HOP]
        answer.raw_headers.append((b"content-length", str(len(content)).encode()))
        return answer

    async def told(self, there: HeldElsewhere, key: str, name: str | None) -> None:
        """Tell who holds a table that a person has another name, or None: is to be forgotten.  Raises RequestError."""
        given = json.dumps({"code": there.code, "key": key, "name": name}).encode()
        status, _, _ = await self._fetched(there, "POST", PEOPLE, self._headers(there, "POST", PEOPLE, ""), given)
        if status != 204:
            raise RequestError(503, "wrong.far", wait=2)

    async def did(self, there: HeldElsewhere, verb: str, given: dict[str, str]) -> int | None:
        """Have who holds a table do something at it for its class, by a verb of `reaching`: the seat that it answers.

        None where it cannot be reached, or holds the table no more.
        """
        asked = json.dumps({"code": there.code, "verb": verb, "given": given}).encode()
        try:
            status, _, answer = await self._fetched(
                there, "POST", TABLES, self._headers(there, "POST", TABLES, ""), asked)
        except RequestError:
            return None
        return int(json.loads(answer)["seat"]) if status == 200 else None

    async def _fetched(self, there: HeldElsewhere, *given: Any) -> tuple[int, list[tuple[str, str]], bytes]:
        """Status, headers and content; the status is 0 where nothing could be asked.  Raises RequestError."""
        line = http.client.HTTPConnection(there.address, timeout=OPENED)
        asking = asyncio.get_running_loop().run_in_executor(self._threads, _fetch, line, *given)
        waiting = self._asking.setdefault(there.house, set())
        waiting.add(asking)
        try:
            return await asking
        except Unreached as wrong:
            await self.holder.end_dead_lease(there.house, wrong.refused)
            return 0, [], b""
        except (OSError, http.client.HTTPException, asyncio.CancelledError) as wrong:
            if isinstance(wrong, asyncio.CancelledError) and there.house in self._asking:
                raise                                   # it is we who are to end
            raise RequestError(503, "wrong.far", wait=2) from None
        finally:
            waiting.discard(asking)
            _hang_up(line)


def is_from_peer(connection: HTTPConnection) -> bool:
    """Was it passed on to this process by another one?"""
    return bool(connection.scope.get("peer"))


async def _up(receive: Receive, line: ClientConnection) -> None:
    """What the browser says, until it goes."""
    while (message := await receive())["type"] == "websocket.receive":
        text = message.get("text")
        try:
            await line.send(text if text is not None else message.get("bytes") or b"")
        except ConnectionClosed:
            continue                                    # `_down` says so


async def _down(line: ClientConnection, send: Send) -> None:
    """What the other process says, and how it closes."""
    with contextlib.suppress(ConnectionClosed):
        async for data in line:
            await send({"type": "websocket.send", "text": data})
    code = line.close_code or 1006
    await send({"type": "websocket.close", "code": 1012 if code in NOBODY else code, "reason": ""})


def _hang_up(asked: http.client.HTTPConnection) -> None:
    """Where nobody waits for the answer any more, its thread does not either."""
    if (line := asked.sock) is not None:
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)


def _fetch(asked: http.client.HTTPConnection, method: str, target: str, headers: dict[str, str],
           given: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
    """A request, in a thread."""
    try:
        try:
            asked.connect()
        except OSError as wrong:
            raise Unreached(isinstance(wrong, ConnectionRefusedError)) from None
        asked.sock.settimeout(ANSWERED)
        asked.request(method, target, given or None, headers)
        answer = asked.getresponse()
        return answer.status, answer.getheaders(), answer.read()
    finally:
        asked.close()
