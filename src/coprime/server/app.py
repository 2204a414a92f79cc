"""The application: the endpoints of the HTTP part, the tables' sockets, the files of the browser part."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, Router, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from . import exercises, files
from .answers import Json, refused
from .api import ENDPOINTS
from .door import Door
from .endpoint import Address, Endpoint
from .house import House
from .openapi import document
from .security import Guarded
from .sentences import Wrong, say
from .socket import Socket, Talk
from .warming import calm

log = logging.getLogger(__name__)
SERVED = [*ENDPOINTS, *exercises.ENDPOINTS]
Inside = Callable[[House], Coroutine[Any, Any, None]]
CLOSED = {401: 4401, 404: 4404, 409: 4409, 429: 4429, 503: 1013}    # by the status of a request's answer


def build(door: Door, inside: Inside | None = None, **house: Any) -> Guarded:
    """The application of an open house, with what else goes on `inside` it; `house` goes to `House`."""
    @contextlib.asynccontextmanager
    async def life(app: Router) -> AsyncIterator[None]:
        door.open(**house)
        sweeping = asyncio.ensure_future(door.house.run())
        living = asyncio.ensure_future(inside(door.house)) if inside else None
        calm()
        yield
        sweeping.cancel()
        if living:
            living.cancel()
            await asyncio.wait([living])
        await door.replays.readers.stop()
        await door.house.stop()
        await asyncio.to_thread(door.store.close)

    endpoints = [*SERVED, Endpoint("GET", "/api/schema/openapi.json", schema)]
    paths = dict.fromkeys(one.path for one in endpoints)
    routes = [Route(path, Address(door, [one for one in endpoints if one.path == path])) for path in paths]
    sockets = WebSocketRoute("/ws/{code:path}", Sockets(door))
    router = Router([*routes, sockets], redirect_slashes=False, default=Pages(door), lifespan=life)
    return Guarded(router, door.address.names)


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
        out, count = Socket(send), self.door.sockets
        count[address] = count.get(address, 0) + 1
        try:
            talk = await self._admitted(connection, out, address, code)
            await talk.run(receive)
        except Wrong as wrong:
            await _sent_away(out, CLOSED[wrong.status], str(wrong))
        except Exception:
            log.exception("a socket of %s", code[:10])
            await _sent_away(out, 1013, say("wrong.fault"))
        finally:
            count[address] -= 1
            if not count[address]:
                del count[address]

    async def _admitted(self, connection: HTTPConnection, out: Socket, address: str, code: str) -> Talk:
        """A connection's place at its table.  Raises Wrong."""
        door = self.door
        if door.sockets[address] > door.limits.sockets:
            raise Wrong(429, "wrong.sockets")
        door.requests.take(address)
        key, name = await door.person(connection)
        room = await door.room(address, code, key)
        door.house.visited(room.table.code)
        return Talk(out, room, room.table.visit(out, key, name), door.limits)


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
