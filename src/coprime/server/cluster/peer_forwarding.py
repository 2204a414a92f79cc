"""Forward requests and sockets to the process that holds their table.

Processes reach each other at addresses of their own. Every forwarded request is signed with the secret of the server
for one process, path and client; others are refused before anything is read.
"""

import asyncio
import contextlib
import hmac
import http.client
import json
import logging
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from ...core.language_selection import current_language
from ..app.socket_protocol import find_writer
from ..request_error import RequestError
from .lease_keeper import LeaseKeeper
from .leases import HeldElsewhere

log = logging.getLogger(__name__)
REACH_SECONDS = 10.0         # seconds in which a table must be reached somewhere
RETRY_SECONDS = 0.25            # seconds until it is tried again
CONNECT_SECONDS = 1.5            # seconds in which another process must answer
REQUEST_THREADS = 16             # threads; tables are woken in others, which therefore wait for no other process
ANSWER_SECONDS = 75.0         # and in which it must have carried out a request: somewhat longer than a reader may take
PEOPLE_PATH, TABLES_PATH = "/peer/people", "/peer/tables"
CLIENT_HEADER, SIGNATURE_HEADER = "coprime-client", "coprime-peer"
HOP_BY_HOP_HEADERS = {"connection", "keep-alive", "transfer-encoding", "content-length", "date", "server"}
BROKEN_CODES = {1005, 1006}   # how a connection is closed that breaks


class PeerUnreachable(Exception):
    """Another process could not be connected to; `refused`: nobody listens at its address."""

    def __init__(self, refused: bool) -> None:
        super().__init__(refused)
        self.refused = refused


class Peers:
    """The other processes, as this one reaches them."""

    def __init__(self, secret: bytes, lease_keeper: LeaseKeeper) -> None:
        self.key, self.lease_keeper = hmac.digest(secret, b"coprime peer", "sha256"), lease_keeper
        self.connections: dict[str, set[ClientConnection]] = {}
        self._threads = ThreadPoolExecutor(REQUEST_THREADS, thread_name_prefix="peer")
        self._pending_requests: dict[str, set[asyncio.Future[Any]]] = {}

    def sign_request(self, process_id: str, method: str, path: str, client: str) -> str:
        """Return the signature that shows that a request comes from a process of this server."""
        return hmac.new(self.key, "\n".join((process_id, method, path, client)).encode(), "sha256").hexdigest()

    def _make_headers(self, owner: HeldElsewhere, method: str, path: str, client: str,
                 connection: HTTPConnection | None = None) -> dict[str, str]:
        given = connection.headers if connection else {}
        passed = {name: given[name] for name in ("cookie", "content-type") if name in given}
        passed["accept-language"] = current_language()
        return passed | {CLIENT_HEADER: client,
                         SIGNATURE_HEADER: self.sign_request(owner.process_id, method, path, client)}

    def drop_dead_peers(self) -> None:
        """Abort connections and requests to processes that are no longer alive."""
        for dead in [one for one in (*self.connections, *self._pending_requests)
                     if one not in self.lease_keeper.living_peers]:
            for line in self.connections.pop(dead, ()):
                line.transport.abort()
            for asking in self._pending_requests.pop(dead, ()):
                asking.cancel()

    # A socket.

    async def forward_socket(self, owner: HeldElsewhere, connection: HTTPConnection, client: str, receive: Receive,
                     send: Send) -> bool:
        """Forward a client's socket until it ends.

        Returns False, with nothing read, where the process does not answer.
        """
        path = f"/ws/{quote(owner.code)}"
        headers = self._make_headers(owner, "GET", path, client, connection)
        try:
            peer_connection = await connect(f"ws://{owner.address}{path}", additional_headers=headers, compression=None,
                                 open_timeout=CONNECT_SECONDS, close_timeout=1, max_size=None, ping_interval=None,
                                            proxy=None)
        except (OSError, TimeoutError, WebSocketException) as wrong:
            log.info("the process at %s does not answer: %s", owner.address, wrong)
            await self.lease_keeper.end_dead_lease(owner.process_id, isinstance(wrong, ConnectionRefusedError))
            return False
        lines = self.connections.setdefault(owner.process_id, set())
        lines.add(peer_connection)
        up = asyncio.ensure_future(_forward_from_browser(receive, peer_connection))
        down = asyncio.ensure_future(_forward_to_browser(peer_connection, send, find_writer(connection.scope)))
        try:
            await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
        finally:
            lines.discard(peer_connection)
            for half in (up, down):
                half.cancel()
            await peer_connection.close()
            await asyncio.gather(up, down, return_exceptions=True)
        return True

    # A request.

    async def forward_request(self, owner: HeldElsewhere, request: Request, client: str,
                              given: bytes) -> Response | None:
        """Forward a client's request with its body.

        Returns the response; None when the process cannot be reached.
        Raises RequestError.
        """
        path = request.scope["raw_path"].partition(b"?")[0].decode("latin-1")
        target = f"{path}?{request.url.query}" if request.url.query else path
        headers = self._make_headers(owner, request.method, path, client, request)
        status, found, content = await self._fetch_from(owner, request.method, target, headers, given)
        if not status:
            return None
        answer = Response(content, status)
        answer.raw_headers = [(name.lower().encode("latin-1"), value.encode("latin-1"))
                              for name, value in found if name.lower() not in HOP_BY_HOP_HEADERS]
        answer.raw_headers.append((b"content-length", str(len(content)).encode()))
        return answer

    async def forward_person_change(self, owner: HeldElsewhere, key: str, name: str | None) -> None:
        """Tell the holder of a table that a person has another name, or with None is to be forgotten.

        Raises RequestError.
        """
        given = json.dumps({"code": owner.code, "key": key, "name": name}).encode()
        status, _, _ = await self._fetch_from(owner, "POST", PEOPLE_PATH,
                                              self._make_headers(owner, "POST", PEOPLE_PATH, ""), given)
        if status != 204:
            raise RequestError(503, "wrong.far", wait=2)

    async def forward_table_command(self, owner: HeldElsewhere, command: str, given: dict[str, str]) -> int | None:
        """Run a command of `table_dispatch` at the process that holds the table.

        Returns the seat that it answers.
        None where the process cannot be reached, or holds the table no more.
        """
        body = json.dumps({"code": owner.code, "verb": command, "given": given}).encode()
        try:
            status, _, answer = await self._fetch_from(
                owner, "POST", TABLES_PATH, self._make_headers(owner, "POST", TABLES_PATH, ""), body)
        except RequestError:
            return None
        return int(json.loads(answer)["seat"]) if status == 200 else None

    async def _fetch_from(self, owner: HeldElsewhere, *given: Any) -> tuple[int, list[tuple[str, str]], bytes]:
        """Status, headers and content; the status is 0 where nothing could be asked.  Raises RequestError."""
        http_connection = http.client.HTTPConnection(owner.address, timeout=CONNECT_SECONDS)
        asking = asyncio.get_running_loop().run_in_executor(self._threads, _send_request, http_connection, *given)
        waiting = self._pending_requests.setdefault(owner.process_id, set())
        waiting.add(asking)
        try:
            return await asking
        except PeerUnreachable as wrong:
            await self.lease_keeper.end_dead_lease(owner.process_id, wrong.refused)
            return 0, [], b""
        except (OSError, http.client.HTTPException, asyncio.CancelledError) as wrong:
            if isinstance(wrong, asyncio.CancelledError) and owner.process_id in self._pending_requests:
                raise                                   # it is we who are to end
            raise RequestError(503, "wrong.far", wait=2) from None
        finally:
            waiting.discard(asking)
            _hang_up(http_connection)


def is_from_peer(connection: HTTPConnection) -> bool:
    """Tell whether a request was forwarded by another process."""
    return bool(connection.scope.get("peer"))


async def _forward_from_browser(receive: Receive, peer_connection: ClientConnection) -> None:
    """What the browser says, until it goes."""
    while (message := await receive())["type"] == "websocket.receive":
        text = message.get("text")
        try:
            await peer_connection.send(text if text is not None else message.get("bytes") or b"")
        except ConnectionClosed:
            continue                                    # `_forward_to_browser` says so


async def _forward_to_browser(peer_connection: ClientConnection, send: Send,
                              write: Callable[[bytes], bool] | None) -> None:
    """What the other process says, and how it closes; `write` writes a text at once where the browser keeps up."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            data = await peer_connection.recv(decode=False)
            if write is None or not write(data):
                await send({"type": "websocket.send", "text": data.decode()})
    code = peer_connection.close_code or 1006
    await send({"type": "websocket.close", "code": 1012 if code in BROKEN_CODES else code, "reason": ""})


def _hang_up(http_connection: http.client.HTTPConnection) -> None:
    """Where nobody waits for the answer any more, its thread does not either."""
    if (line := http_connection.sock) is not None:
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)


def _send_request(http_connection: http.client.HTTPConnection, method: str, target: str, headers: dict[str, str],
           given: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
    """A request, in a thread."""
    try:
        try:
            http_connection.connect()
        except OSError as wrong:
            raise PeerUnreachable(isinstance(wrong, ConnectionRefusedError)) from None
        http_connection.sock.settimeout(ANSWER_SECONDS)
        http_connection.request(method, target, given or None, headers)
        answer = http_connection.getresponse()
        return answer.status, answer.getheaders(), answer.read()
    finally:
        http_connection.close()
