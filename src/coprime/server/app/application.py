"""The application: the endpoints of the HTTP part, the tables' sockets, the files of the browser part."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from functools import partial
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, Router, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from ..bots.compile_queue import relax_garbage_collector
from ..classes import api, moments, questions, report, rounds
from ..cluster.handover import balance_tables, drop_all_tables, drop_lost_tables, held_fences
from ..cluster.lease_keeper import LeaseKeeper
from ..cluster.leases import HeldElsewhere
from ..cluster.peers import AGAIN, PATIENCE, is_from_peer
from ..diagnostics import health
from ..sentences import RequestError, say
from ..table_actor import TableActor
from ..table_manager import TableManager
from . import event_streams, exercises, static_files
from .api import ENDPOINTS
from .endpoint import Endpoint, EndpointRoute
from .language_negotiation import LanguageMiddleware
from .openapi import openapi_document
from .origin_guard import OriginGuard
from .responses import JsonResponse, error_response
from .state import AppState
from .table_socket import ConnectionReader, TableSocket

log = logging.getLogger(__name__)
SERVED = [*ENDPOINTS, *api.ENDPOINTS, *rounds.ENDPOINTS, *report.ENDPOINTS, *moments.ENDPOINTS, *questions.ENDPOINTS,
          *exercises.ENDPOINTS, *health.ENDPOINTS, *event_streams.ENDPOINTS]
Inside = Callable[[TableManager], Coroutine[Any, Any, None]]
CLOSED = {401: 4401, 404: 4404, 409: 4409, 429: 4429, 503: 1013}    # by the status of a request's answer


def build_app(door: AppState, inside: Inside | None = None, watched: Callable[[AppState], None] = lambda door: None,
              **house: Any) -> OriginGuard:
    """The application of an open house, with what else goes on `inside` it; `house` goes to `House`.

    watched  is told of the house once it is open
    """
    @contextlib.asynccontextmanager
    async def life(app: Router) -> AsyncIterator[None]:
        door.start(**house)
        watched(door)
        sweeping = asyncio.ensure_future(door.house.run_sweeps())
        leasing = asyncio.ensure_future(_leased(door, door.house.holder)) if door.house.holder else sweeping
        living = asyncio.ensure_future(inside(door.house)) if inside else None
        relax_garbage_collector()
        yield
        sweeping.cancel()
        leasing.cancel()
        if living:
            living.cancel()
            await asyncio.wait([living])
        await door.replays.readers.stop()
        await door.house.stop()
        await asyncio.to_thread(door.store.close)

    endpoints = [*SERVED, Endpoint("GET", "/api/schema/openapi.json", schema)]
    paths = dict.fromkeys(one.path for one in endpoints)
    routes = [Route(path, EndpointRoute(door, [one for one in endpoints if one.path == path]))
              for path in paths]
    door.attend = TableSockets(door)
    sockets = WebSocketRoute("/ws/{code:path}", door.attend)
    router = Router([*routes, sockets], redirect_slashes=False, default=BrowserFiles(door), lifespan=life)
    return OriginGuard(LanguageMiddleware(router), door.address.names, door.address.public or "", door.behind_proxy)


async def _leased(door: AppState, holder: LeaseKeeper) -> None:
    """Renew the lease for as long as the house is open."""
    house = door.house

    def renewed() -> None:
        balance_tables(house)
        if door.peers is not None:
            door.peers.check()
    await holder.run(partial(held_fences, house), partial(drop_lost_tables, house), partial(drop_all_tables, house),
                     renewed)


async def schema(door: AppState, request: Request) -> Response:
    """What can be asked here, as an OpenAPI document."""
    return JsonResponse(openapi_document(SERVED), media_type="application/vnd.oai.openapi+json")


class TableSockets:
    """Browsers at tables."""

    def __init__(self, door: AppState) -> None:
        self.door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        code, address = scope["path_params"]["code"], self.door.client_address(connection)
        if (await receive())["type"] != "websocket.connect":
            return
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        out = TableSocket(send)
        try:
            with _counted(self.door.sockets, address, self.door.limits.sockets):
                await self._attended(connection, out, address, code, receive, send)
        except RequestError as wrong:
            await _sent_away(out, CLOSED[wrong.status], str(wrong))
        except Exception:
            log.exception("a socket of %s", code[:10])
            await _sent_away(out, 1013, say("wrong.fault"))

    async def _attended(self, connection: HTTPConnection, out: TableSocket, address: str, code: str, receive: Receive,
                        send: Send) -> None:
        """A connection at its table, here or where that is, until one of the two goes.  Raises RequestError."""
        door, until = self.door, time.monotonic() + PATIENCE
        if not connection.scope.get("is_charged"):
            door.requests.take(address)
        key, name = await door.require_person(connection)
        while isinstance(found := await self._found(address, code, key), HeldElsewhere):
            if door.peers is None or is_from_peer(connection) or time.monotonic() > until:
                return await _sent_away(out, 1012, "")
            if await door.peers.passed(found, connection, address, receive, send):
                return None
            await asyncio.sleep(AGAIN)
        with _counted(door.together, f"{address} {found.table.code}", door.limits.together):
            door.house.note_visit(found.table.code)
            talk = ConnectionReader(out, found, found.table.add_connection(out, key, name), door.limits)
            return await talk.run(receive)

    async def _found(self, address: str, code: str, key: str) -> TableActor | HeldElsewhere:
        """The table of a code, or where it is: without the frames that it came through, since a socket is passed on for
        hours.  Raises RequestError."""
        try:
            return await self.door.find_table_by_code(address, code, key)
        except HeldElsewhere as there:
            return there.with_traceback(None)


@contextlib.contextmanager
def _counted(count: dict[str, int], whose: str, most: int) -> Iterator[None]:
    """A connection that counts.  Raises RequestError when it is one too many."""
    count[whose] = count.get(whose, 0) + 1
    try:
        if count[whose] > most:
            raise RequestError(429, "wrong.sockets")
        yield
    finally:
        count[whose] -= 1
        if not count[whose]:
            del count[whose]


async def _sent_away(out: TableSocket, code: int, sentence: str) -> None:
    out.shut(code, sentence)
    with contextlib.suppress(Exception):
        await out.run()


class BrowserFiles:
    """The browser part, for every path that is not the program's own."""

    def __init__(self, door: AppState) -> None:
        self.door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            return await WebSocketClose()(scope, receive, send)
        if scope["path"].startswith("/api/"):
            return await error_response(404, say("page.nothing", path=scope["path"][:100]))(scope, receive, send)
        if scope["method"] not in ("GET", "HEAD"):
            return await error_response(405, say("wrong.method", method=scope["method"]))(scope, receive, send)
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        return await static_files.serve_file(self.door.files, scope["path"], headers, scope["method"] == "HEAD", send)
