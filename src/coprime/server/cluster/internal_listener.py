"""The second address of a process, for the other processes of the server."""

import hmac
import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ..app.http_endpoint import receive_body
from ..app.origin_guard import OriginGuard, read_header
from ..app.request_context import AppState
from ..app.responses import JsonResponse, make_error_response
from ..request_error import RequestError
from ..sentences import say
from ..table_dispatch import run_local
from .leases import HeldElsewhere
from .peer_forwarding import CLIENT_HEADER, PEOPLE_PATH, SIGNATURE_HEADER, TABLES_PATH, Peers

MOST_BYTES = 100_000          # bytes of what a process tells another one
BODY_SECONDS = 10.0          # in which it must have come


class InternalListener:
    """ASGI application that accepts only processes of this server at `address`.

    Requests at other addresses go to the guarded application.
    """

    def __init__(self, guarded: OriginGuard, state: AppState, peers: Peers, address: tuple[str, int]) -> None:
        self.guarded, self.state, self.peers, self.address = guarded, state, peers, address
        self.inner_app: ASGIApp = guarded.app          # whoever passed it on has looked at host and origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the signature of a request from another process, or pass a client on to the guard."""
        if scope["type"] not in ("http", "websocket") or tuple(scope["server"] or ())[:2] != self.address:
            return await self.guarded(scope, receive, send)
        if not self._is_authentic(scope):
            if scope["type"] == "http":
                return await make_error_response(403, say("wrong.peer"))(scope, receive, send)
            await receive()
            return await send({"type": "websocket.close", "code": 4403})
        if (job := {PEOPLE_PATH: self._receive_person_change,
                    TABLES_PATH: self._run_table_command}.get(scope["path"])) is not None:
            return await (await job(Request(scope, receive)))(scope, receive, send)
        scope = {**scope, "client": (read_header(scope, CLIENT_HEADER.encode()), 0), "peer": True}
        return await self.inner_app(scope, receive, send)

    def _is_authentic(self, scope: Scope) -> bool:
        """Return whether it comes from a process of this server, and to this one."""
        method = scope.get("method", "GET")
        path = scope["raw_path"].partition(b"?")[0].decode("latin-1")
        expected = self.peers.sign_request(self.peers.lease_keeper.me.id, method, path,
                                           read_header(scope, CLIENT_HEADER.encode()))
        return hmac.compare_digest(expected.encode(), read_header(scope, SIGNATURE_HEADER.encode()).encode())

    async def _receive_person_change(self, request: Request) -> Response:
        """Another process tells of a person."""
        manager = self.state.manager
        given = await _read_json(request)
        try:
            table_actor = await manager.get_table_actor(given["code"])
            if table_actor is not None:
                await manager.apply_person_change(given["code"], given["key"], given["name"])
            await manager.write_durably(lambda connection: None)
        except (HeldElsewhere, RequestError):
            return make_error_response(503, say("wrong.far"))
        return Response(status_code=204)

    async def _run_table_command(self, request: Request) -> Response:
        """Another process has something done at a table for its class."""
        given = await _read_json(request)
        try:
            return JsonResponse({"seat": await run_local(self.state.manager, given["code"], given["verb"],
                                                         given["given"])})
        except (HeldElsewhere, RequestError):
            return make_error_response(503, say("wrong.far"))


async def _read_json(request: Request) -> Any:
    """What another process tells.  Raises RequestError."""
    taken = bytearray()
    await receive_body(request, MOST_BYTES, BODY_SECONDS, taken.extend)
    return json.loads(bytes(taken))
