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

from . import asking, classes, event_streams, exercises, files, health, moments, practice, rounds
from .answers import Json, refused
from .api import ENDPOINTS
from .door import Door
from .endpoint import Address, Endpoint
from .holder import Holder
from .house import House
from .leases import Elsewhere
from .moving import fences, forfeit, lapse, spread
from .openapi import document
from .peers import AGAIN, PATIENCE, passed
from .room import Room
from .security import Guarded
from .sentences import Wrong, say
from .socket import Socket, Talk
from .speaking import Spoken
from .warming import calm

log = logging.getLogger(__name__)
SERVED = [*ENDPOINTS, *classes.ENDPOINTS, *rounds.ENDPOINTS, *practice.ENDPOINTS, *moments.ENDPOINTS, *asking.ENDPOINTS,
          *exercises.ENDPOINTS, *health.ENDPOINTS, *event_streams.ENDPOINTS]
Inside = Callable[[House], Coroutine[Any, Any, None]]
CLOSED = {401: 4401, 404: 4404, 409: 4409, 429: 4429, 503: 1013}    # by the status of a request's answer


def build(door: Door, inside: Inside | None = None, watched: Callable[[Door], None] = lambda door: None,
          **house: Any) -> Guarded:
    """The application of an open house, with what else goes on `inside` it; `house` goes to `House`.

    watched  is told of the house once it is open
    """
    @contextlib.asynccontextmanager
    async def life(app: Router) -> AsyncIterator[None]:
        door.open(**house)
        watched(door)
        sweeping = asyncio.ensure_future(door.house.run())
        leasing = asyncio.ensure_future(_leased(door, door.house.holder)) if door.house.holder else sweeping
        living = asyncio.ensure_future(inside(door.house)) if inside else None
        calm()
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
    routes = [Route(path, Address(door, [one for one in endpoints if one.path == path])) for path in paths]
    door.attend = Sockets(door)
    sockets = WebSocketRoute("/ws/{code:path}", door.attend)
    router = Router([*routes, sockets], redirect_slashes=False, default=Pages(door), lifespan=life)
    return Guarded(Spoken(router), door.address.names, door.address.public or "", door.behind_proxy)


async def _leased(door: Door, holder: Holder) -> None:
    """Renew the lease for as long as the house is open."""
    house = door.house

    def renewed() -> None:
        spread(house)
        if door.peers is not None:
            door.peers.check()
    await holder.run(partial(fences, house), partial(forfeit, house), partial(lapse, house), renewed)


async def schema(door: Door, request: Request) -> Response:
    """What can be asked here, as an OpenAPI document."""
    return Json(document(SERVED), media_type="application/vnd.oai.openapi+json")


class Sockets:
    """Browsers at tables."""

    def __init__(self, door: Door) -> None:
        self.door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        code, address = scope["path_params"]["code"], self.door.client(connection)
        if (await receive())["type"] != "websocket.connect":
            return
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        out = Socket(send)
        try:
            with _counted(self.door.sockets, address, self.door.limits.sockets):
                await self._attended(connection, out, address, code, receive, send)
        except Wrong as wrong:
            await _sent_away(out, CLOSED[wrong.status], str(wrong))
        except Exception:
            log.exception("a socket of %s", code[:10])
            await _sent_away(out, 1013, say("wrong.fault"))

    async def _attended(self, connection: HTTPConnection, out: Socket, address: str, code: str, receive: Receive,
                        send: Send) -> None:
        """A connection at its table, here or where that is, until one of the two goes.  Raises Wrong."""
        door, until = self.door, time.monotonic() + PATIENCE
        if not connection.scope.get("is_charged"):
            door.requests.take(address)
        key, name = await door.person(connection)
        while isinstance(found := await self._found(address, code, key), Elsewhere):
            if door.peers is None or passed(connection) or time.monotonic() > until:
                return await _sent_away(out, 1012, "")
            if await door.peers.passed(found, connection, address, receive, send):
                return None
            await asyncio.sleep(AGAIN)
        with _counted(door.together, f"{address} {found.table.code}", door.limits.together):
            door.house.visited(found.table.code)
            talk = Talk(out, found, found.table.add_connection(out, key, name), door.limits)
            return await talk.run(receive)

    async def _found(self, address: str, code: str, key: str) -> Room | Elsewhere:
        """The table of a code, or where it is: without the frames that it came through, since a socket is passed on for
        hours.  Raises Wrong."""
        try:
            return await self.door.room(address, code, key)
        except Elsewhere as there:
            return there.with_traceback(None)


@contextlib.contextmanager
def _counted(count: dict[str, int], whose: str, most: int) -> Iterator[None]:
    """A connection that counts.  Raises Wrong when it is one too many."""
    count[whose] = count.get(whose, 0) + 1
    try:
        if count[whose] > most:
            raise Wrong(429, "wrong.sockets")
        yield
    finally:
        count[whose] -= 1
        if not count[whose]:
            del count[whose]


async def _sent_away(out: Socket, code: int, sentence: str) -> None:
    out.shut(code, sentence)
    with contextlib.suppress(Exception):
        await out.run()


class Pages:
    """The browser part, for every path that is not the program's own."""

    def __init__(self, door: Door) -> None:
        self.door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            return await WebSocketClose()(scope, receive, send)
        if scope["path"].startswith("/api/"):
            return await refused(404, say("page.nothing", path=scope["path"][:100]))(scope, receive, send)
        if scope["method"] not in ("GET", "HEAD"):
            return await refused(405, say("wrong.method", method=scope["method"]))(scope, receive, send)
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        return await files.serve(self.door.files, scope["path"], headers, scope["method"] == "HEAD", send)
