"""Build the ASGI application: HTTP endpoints, sockets of the tables, files of the browser part."""

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
from ..classes import api, moments, pupil_names_api, questions, report, rounds
from ..cluster.handover import balance_tables, collect_fences, drop_all_tables, drop_lost_tables
from ..cluster.lease_keeper import LeaseKeeper
from ..cluster.leases import HeldElsewhere
from ..cluster.peer_forwarding import REACH_SECONDS, RETRY_SECONDS, is_from_peer
from ..correspondence import feed_api
from ..correspondence import turn_list_api as correspondence_api
from ..correspondence.deadlines import run_deadlines
from ..diagnostics import health
from ..open_tables import api as open_tables_api
from ..people import acquaintances, mutes, phrases, ratings_api
from ..request_error import RequestError
from ..sentences import say
from ..store.mute_rows import read_muted_keys
from ..table_actor import TableActor
from ..table_manager import TableManager
from ..tournaments import api as tournaments_api
from ..tournaments import arena_api, notice_api, team_api
from ..tournaments import exports as tournament_exports
from ..tournaments.arena_keeper import ArenaKeeper
from ..tournaments.pairing_tables import count_at_once
from ..web_push import api as web_push_api
from ..weekly import api as weekly_api
from . import exercises, static_files, trainers, websocket_fallback
from .api import ENDPOINTS
from .http_endpoint import Endpoint, EndpointRoute
from .language_negotiation import LanguageMiddleware
from .openapi import make_openapi_document
from .origin_guard import OriginGuard
from .request_context import AppState
from .responses import JsonResponse, make_error_response
from .socket_protocol import find_writer
from .table_socket import ConnectionReader, TableSocket

log = logging.getLogger(__name__)
PUBLIC_ENDPOINTS = [*ENDPOINTS, *api.ENDPOINTS, *rounds.ENDPOINTS, *report.ENDPOINTS, *moments.ENDPOINTS,
                    *questions.ENDPOINTS, *pupil_names_api.ENDPOINTS, *weekly_api.ENDPOINTS, *open_tables_api.ENDPOINTS,
                    *correspondence_api.ENDPOINTS, *feed_api.ENDPOINTS, *web_push_api.ENDPOINTS,
                    *tournaments_api.ENDPOINTS, *arena_api.ENDPOINTS, *notice_api.ENDPOINTS, *team_api.ENDPOINTS,
                    *tournament_exports.ENDPOINTS, *mutes.ENDPOINTS, *acquaintances.ENDPOINTS, *phrases.ENDPOINTS,
                    *ratings_api.ENDPOINTS, *exercises.ENDPOINTS, *trainers.ENDPOINTS,
                    *health.ENDPOINTS, *websocket_fallback.ENDPOINTS]
Inside = Callable[[TableManager], Coroutine[Any, Any, None]]
CLOSE_CODES = {401: 4401, 404: 4404, 409: 4409, 429: 4429, 503: 1013}    # by the status of a request's answer


def build_app(state: AppState, inside: Inside | None = None, on_started: Callable[[AppState], None] = lambda door: None,
              **manager_options: Any) -> OriginGuard:
    """Build the application of a running server.

    inside   a coroutine that runs beside it;  on_started  called once the server is open
    manager_options  keyword arguments of `TableManager`
    """
    @contextlib.asynccontextmanager
    async def life(app: Router) -> AsyncIterator[None]:
        state.start_manager(**manager_options)
        count_at_once(state)
        on_started(state)
        sweeping = asyncio.ensure_future(state.manager.run_sweeps())
        looking = asyncio.ensure_future(run_deadlines(state))
        pairing = asyncio.ensure_future(ArenaKeeper(state).run()) if state.limits.tournaments else sweeping
        pushing = asyncio.ensure_future(state.web_push.run(state.manager)) if state.web_push else sweeping
        keeper = state.manager.lease_keeper
        leasing = asyncio.ensure_future(_keep_lease(state, keeper)) if keeper else sweeping
        living = asyncio.ensure_future(inside(state.manager)) if inside else None
        relax_garbage_collector()
        yield
        sweeping.cancel()
        looking.cancel()
        pairing.cancel()
        pushing.cancel()
        leasing.cancel()
        if living:
            living.cancel()
            await asyncio.wait([living])
        await state.replays.worker_pool.stop_all()
        await state.manager.stop_all()
        state.manager.write_unawaited(state.manager.open_time.save)
        await asyncio.to_thread(state.store.close)

    endpoints = [*PUBLIC_ENDPOINTS, Endpoint("GET", "/api/schema/openapi.json", get_openapi)]
    paths = dict.fromkeys(one.path for one in endpoints)
    routes = [Route(path, EndpointRoute(state, [one for one in endpoints if one.path == path]))
              for path in paths]
    state.table_sockets = TableSockets(state)
    sockets = WebSocketRoute("/ws/{code:path}", state.table_sockets)
    router = Router([*routes, sockets], redirect_slashes=False, default=BrowserFiles(state), lifespan=life)
    return OriginGuard(LanguageMiddleware(router), state.public_url.host_names, state.public_url.public or "",
                       state.behind_proxy)


async def _keep_lease(state: AppState, lease_keeper: LeaseKeeper) -> None:
    """Renew the lease for as long as the server is open."""
    manager = state.manager

    def after_renewal() -> None:
        balance_tables(manager)
        if state.peers is not None:
            state.peers.drop_dead_peers()
    await lease_keeper.keep_lease(partial(collect_fences, manager), partial(drop_lost_tables, manager),
                                  partial(drop_all_tables, manager),
                                  after_renewal)


async def get_openapi(state: AppState, request: Request) -> Response:
    """Return the OpenAPI document of the endpoints."""
    return JsonResponse(make_openapi_document(PUBLIC_ENDPOINTS), media_type="application/vnd.oai.openapi+json")


class TableSockets:
    """ASGI application of the WebSockets to tables."""

    def __init__(self, state: AppState) -> None:
        self.state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one WebSocket at its table until either side closes it."""
        connection = HTTPConnection(scope)
        code, address = scope["path_params"]["code"], self.state.client_address(connection)
        if (await receive())["type"] != "websocket.connect":
            return
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        table_socket = TableSocket(send, find_writer(scope))
        try:
            with _count_connection(self.state.connections_by_address, address, self.state.limits.sockets):
                await self._serve_connection(connection, table_socket, address, code, receive, send)
        except RequestError as wrong:
            await _close_with_sentence(table_socket, CLOSE_CODES[wrong.status], str(wrong))
        except Exception:
            log.exception("a socket of %s", code[:10])
            await _close_with_sentence(table_socket, 1013, say("wrong.fault"))

    async def _serve_connection(self, connection: HTTPConnection, table_socket: TableSocket, address: str, code: str,
                                receive: Receive,
                                send: Send) -> None:
        """A connection at its table, here or where that is, until one of the two goes.  Raises RequestError."""
        state, until = self.state, time.monotonic() + REACH_SECONDS
        if not connection.scope.get("is_charged"):
            state.request_limiter.charge(address)
        key, name = await state.require_person(connection)
        muted = await state.manager.read_store(partial(read_muted_keys, person=key))
        while isinstance(found := await self._locate_table(address, code, key), HeldElsewhere):
            if state.peers is None or is_from_peer(connection) or time.monotonic() > until:
                return await _close_with_sentence(table_socket, 1012, "")
            if await state.peers.forward_socket(found, connection, address, receive, send):
                return None
            await asyncio.sleep(RETRY_SECONDS)
        with _count_connection(state.connections_by_table, f"{address} {found.table.code}", state.limits.together):
            state.manager.touch_table(found.table.code)
            visit = found.table.add_connection(table_socket, key, name)
            visit.muted = muted
            reader = ConnectionReader(table_socket, found, visit, state.limits)
            return await reader.read_until_closed(receive)

    async def _locate_table(self, address: str, code: str, key: str) -> TableActor | HeldElsewhere:
        """The table of a code, or where it is: without the frames that it came through, since a socket is passed on for
        hours.  Raises RequestError."""
        try:
            return await self.state.find_table_by_code(address, code, key)
        except HeldElsewhere as there:
            return there.with_traceback(None)


@contextlib.contextmanager
def _count_connection(counts: dict[str, int], key: str, most: int) -> Iterator[None]:
    """A connection that counts.  Raises RequestError when it is one too many."""
    counts[key] = counts.get(key, 0) + 1
    try:
        if counts[key] > most:
            raise RequestError(429, "wrong.sockets")
        yield
    finally:
        counts[key] -= 1
        if not counts[key]:
            del counts[key]


async def _close_with_sentence(table_socket: TableSocket, code: int, sentence: str) -> None:
    table_socket.close(code, sentence)
    with contextlib.suppress(Exception):
        await table_socket.send_until_closed()


class BrowserFiles:
    """ASGI application of the files of the browser part, for all other paths."""

    def __init__(self, state: AppState) -> None:
        self.state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file, or with an error for paths under /api/ and for other methods."""
        if scope["type"] == "websocket":
            return await WebSocketClose()(scope, receive, send)
        if scope["path"].startswith("/api/"):
            return await make_error_response(404, say("page.nothing", path=scope["path"][:100]))(scope, receive, send)
        if scope["method"] not in ("GET", "HEAD"):
            return await make_error_response(405, say("wrong.method", method=scope["method"]))(scope, receive, send)
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        return await static_files.serve_file(self.state.static_files, scope["path"], headers,
                                             scope["method"] == "HEAD", send)
