"""The application: Litestar for HTTP with its OpenAPI document, the tables' sockets, the files of the browser part."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from litestar import Litestar, Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from msgspec import Struct

from .. import __version__
from ..core.faults import BadInput
from . import api, files
from .door import Door, door_of
from .house import House
from .security import Guarded, refuse
from .sentences import Wrong, say
from .socket import Socket, Talk
from .warming import calm

log = logging.getLogger(__name__)
Inside = Callable[[House], Coroutine[Any, Any, None]]
CLOSED = {401: 4401, 404: 4404, 409: 4409, 429: 4429, 503: 1013}    # by the status of a request's answer
Connection = ASGIConnection[Any, Any, Any, Any]


class Sentence(Struct):
    """What went wrong, for a person."""

    sentence: str
    rule: str = ""


def build(door: Door, inside: Inside | None = None, **house: Any) -> Guarded:
    """The application of an open house, with what else goes on `inside` it; `house` goes to `House`."""
    @contextlib.asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
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

    app = Litestar(
        api.HANDLERS, lifespan=[life], request_max_body_size=door.limits.body, logging_config=None,
        exception_handlers={BadInput: _bad, HTTPException: _http, RecursionError: _deep, Exception: _fault},
        openapi_config=OpenAPIConfig("Coprime", __version__, path="/api/schema", render_plugins=[JsonRenderPlugin()],
                                     use_handler_docstrings=True))
    app.state.door = door
    return Guarded(Front(app, door), door.address.names)


# What goes wrong.

def _bad(request: Request[Any, Any, Any], wrong: BadInput) -> Response[Sentence]:
    status = wrong.status if isinstance(wrong, Wrong) else 400
    headers = {"retry-after": str(int(wrong.wait))} if isinstance(wrong, Wrong) and wrong.wait else {}
    return Response(Sentence(str(wrong), getattr(wrong, "rule", "")), status_code=status, headers=headers,
                    media_type="application/json")


def _http(request: Request[Any, Any, Any], wrong: HTTPException) -> Response[Sentence]:
    if wrong.status_code == 404:
        text = say("page.nothing", path=request.url.path[:100])
    elif wrong.status_code == 405:
        text = say("wrong.method", method=request.method)
    elif wrong.status_code == 413:
        text = say("wrong.size", most=door_of(request).limits.body)
    elif wrong.status_code >= 500:
        return _fault(request, wrong)
    else:
        extra = getattr(wrong, "extra", None) or []
        reasons = [f"{one.get('key', '')}: {one.get('message', '')}" for one in extra if isinstance(one, dict)]
        text = say("wrong.form", why="; ".join(reasons)[:300] or str(wrong.detail)[:300])
    return Response(Sentence(text), status_code=wrong.status_code, media_type="application/json")


def _deep(request: Request[Any, Any, Any], wrong: RecursionError) -> Response[Sentence]:
    log.warning("%s %r: nested too deeply", request.method, request.url.path[:100])
    return Response(Sentence(say("wrong.deep")), status_code=400, media_type="application/json")


def _fault(request: Request[Any, Any, Any], wrong: Exception) -> Response[Sentence]:
    log.error("%s %r", request.method, request.url.path[:300], exc_info=wrong)
    return Response(Sentence(say("wrong.fault")), status_code=500, media_type="application/json")


# Sockets.

async def converse(door: Door, scope: Any, receive: Any, send: Any) -> None:
    """A browser at a table.  Litestar's own route would add a layer to every one of the many messages."""
    connection: Connection = ASGIConnection(scope, receive, send)
    code, address = scope["path"].removeprefix("/ws/"), door.client(connection)
    if (await receive())["type"] != "websocket.connect":
        return
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    out = Socket(send)
    door.sockets[address] = door.sockets.get(address, 0) + 1
    try:
        talk = await _admitted(door, connection, out, address, code)
        await talk.run(receive)
    except Wrong as wrong:
        out.shut(CLOSED[wrong.status], str(wrong))
        with contextlib.suppress(Exception):
            await out.run()
    except Exception:
        log.exception("a socket of %s", code[:10])
        out.shut(1013, say("wrong.fault"))
        with contextlib.suppress(Exception):
            await out.run()
    finally:
        door.sockets[address] -= 1
        if not door.sockets[address]:
            del door.sockets[address]


async def _admitted(door: Door, connection: Connection, out: Socket, address: str, code: str) -> Talk:
    """A connection's place at its table.  Raises Wrong."""
    if door.sockets[address] > door.limits.sockets:
        raise Wrong(429, "wrong.sockets")
    door.requests.take(address)
    key, name = await door.person(connection)
    room = await door.room(address, code, key)
    return Talk(out, room, room.table.visit(out, key, name), door.limits)


# The browser part.

class Front:
    """The tables' sockets, and the files of the browser part for every path that is not the program's."""

    def __init__(self, app: Litestar, door: Door) -> None:
        self.app, self.door = app, door

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket" and scope["path"].startswith("/ws/"):
            return await converse(self.door, scope, receive, send)
        if scope["type"] != "http" or scope["path"].startswith("/api/"):
            return await self.app(scope, receive, send)
        if scope["method"] not in ("GET", "HEAD"):
            return await refuse(send, 405, say("wrong.method", method=scope["method"]))
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        return await files.serve(self.door.files, scope["path"], headers, scope["method"] == "HEAD", send)
