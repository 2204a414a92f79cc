"""A house of several processes is entered at two addresses: everybody's, and one for its own processes."""

import hmac
import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ..app.endpoint import receive_body
from ..app.origin_guard import OriginGuard, read_header
from ..app.responses import JsonResponse, error_response
from ..app.state import AppState
from ..classes.table_commands import run_local
from ..sentences import RequestError, say
from .leases import HeldElsewhere
from .peers import CLIENT, PEOPLE, SHOWN, TABLES, Peers

MOST = 100_000          # bytes of what a process tells another one
SECONDS = 10.0          # in which it must have come


class InternalListener:
    """Everybody comes in by the guard; at `address` processes of the house do, and nobody else."""

    def __init__(self, guarded: OriginGuard, door: AppState, peers: Peers, address: tuple[str, int]) -> None:
        self.guarded, self.door, self.peers, self.address = guarded, door, peers, address
        self.inside: ASGIApp = guarded.app          # whoever passed it on has looked at host and origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or tuple(scope["server"] or ())[:2] != self.address:
            return await self.guarded(scope, receive, send)
        if not self._ours(scope):
            if scope["type"] == "http":
                return await error_response(403, say("wrong.peer"))(scope, receive, send)
            await receive()
            return await send({"type": "websocket.close", "code": 4403})
        if (job := {PEOPLE: self._told, TABLES: self._did}.get(scope["path"])) is not None:
            return await (await job(Request(scope, receive)))(scope, receive, send)
        scope = {**scope, "client": (read_header(scope, CLIENT.encode()), 0), "peer": True}
        return await self.inside(scope, receive, send)

    def _ours(self, scope: Scope) -> bool:
        """Does it come from a process of this house, and to this one?"""
        method = scope.get("method", "GET")
        path = scope["raw_path"].partition(b"?")[0].decode("latin-1")
        expected = self.peers.shown(self.peers.holder.me.id, method, path, read_header(scope, CLIENT.encode()))
        return hmac.compare_digest(expected.encode(), read_header(scope, SHOWN.encode()).encode())

    async def _told(self, request: Request) -> Response:
        """Another process tells of a person."""
        house = self.door.house
        given = await _read(request)
        try:
            room = await house.get_table_actor(given["code"])
            if room is not None:
                await house.apply_person_change(given["code"], given["key"], given["name"])
            await house.write_durably(lambda connection: None)
        except (HeldElsewhere, RequestError):
            return error_response(503, say("wrong.far"))
        return Response(status_code=204)

    async def _did(self, request: Request) -> Response:
        """Another process has something done at a table for its class."""
        given = await _read(request)
        try:
            return JsonResponse({"seat": await run_local(self.door.house, given["code"], given["verb"],
                                                         given["given"])})
        except (HeldElsewhere, RequestError):
            return error_response(503, say("wrong.far"))


async def _read(request: Request) -> Any:
    """What another process tells.  Raises RequestError."""
    taken = bytearray()
    await receive_body(request, MOST, SECONDS, taken.extend)
    return json.loads(bytes(taken))
