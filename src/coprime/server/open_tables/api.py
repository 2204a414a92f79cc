"""HTTP endpoints of the tables on the home page; without `--open-tables` there are none."""

from functools import partial
from typing import Any

from msgspec import Struct
from starlette.requests import Request

from ...core.game import Game
from ...core.registry import find_game
from ..app.api_types import NewTable, TableCode
from ..app.http_endpoint import Endpoint
from ..app.list_stream import ListStream
from ..app.request_context import AppState
from ..app.responses import NO_STORE, JsonResponse
from ..cluster.leases import HeldElsewhere
from ..request_error import RequestError
from ..store.mute_rows import read_muted_keys
from ..table_dispatch import NO_SEAT, run_at_table
from .listing import OpenTableList, ReaderList, blank_muted_hosts

LEAST_SEATS = 2                 # of a table that is opened for an opponent who is not known yet


class GameBody(Struct):
    """The name of a game."""

    game: str


class TableList(Struct):
    """The tables on the home page: objects with `code`, `host`, `game`, `phase`, `free` and `seats`."""

    tables: list[dict[str, Any]]


def _require_list(state: AppState) -> OpenTableList:
    """Return the list. Raises RequestError where this server has none."""
    if state.open_tables is None:
        raise RequestError(404, "open.off")
    return state.open_tables


async def list_open_tables(state: AppState, request: Request) -> JsonResponse[TableList]:
    """List the tables on the home page."""
    listing = _require_list(state)
    state.charge_rate_limit(request)
    muted = await read_muted(state, request)
    await listing.refresh_if_stale()
    return JsonResponse(listing.body_for(state.cookie_key(request), muted), headers=NO_STORE)


async def read_muted(state: AppState, request: Request) -> frozenset[str]:
    """Return the keys of the people whom the asker has muted; none for somebody unknown."""
    key = state.cookie_key(request)
    return await state.manager.read_store(partial(read_muted_keys, person=key)) if key else frozenset()


async def stream_open_tables(state: AppState, request: Request) -> ListStream:
    """Send the list of the tables on the home page, and again whenever it changes (server-sent events)."""
    listing = _require_list(state)
    address = state.charge_rate_limit(request)
    await listing.refresh_if_stale()                # where the store cannot be read, a sentence and no stream
    reader = ReaderList(listing, state.cookie_key(request), await read_muted(state, request))
    return ListStream(state, reader, address)


async def take_seat(state: AppState, request: Request, code: str) -> TableCode:
    """Give the asking person a free seat of a table on the home page. Raises RequestError where there is none."""
    listing = _require_list(state)
    state.charge_rate_limit(request)
    key, name = await state.require_person(request)
    tables = blank_muted_hosts(await listing.read_tables(), await read_muted(state, request))
    wanted = next((one for one in tables if one.code == code), None)
    # Only listed codes are looked up, so that nobody can probe for the codes of private tables.
    if wanted is not None and await run_at_table(state, code, "open_seat", key=key, name=name) != NO_SEAT:
        return TableCode(code)
    others = sum(one.code != code for one in tables)
    if wanted is not None and wanted.host:
        raise RequestError(409, "open.taken", host=wanted.host, n=others)
    raise RequestError(409, "open.gone", n=others)


async def find_opponent(state: AppState, request: Request, data: GameBody) -> TableCode:
    """Seat the asking person with somebody who waits for the same game, else open a table on the home page.

    Bots hold the free seats meanwhile.  One process does this for all, and handles requests for the same game one at a
    time: two who ask at the same time would else both find nobody.
    """
    listing = _require_list(state)
    state.charge_rate_limit(request)
    key, name = await state.require_person(request)
    game = find_game(data.game)
    if game.seats[1] < LEAST_SEATS:
        raise RequestError(409, "open.alone", game=game.localized_title)
    _require_leader(state)
    async with listing.pairing_locks[game.name]:
        for one in await listing.read_tables(game.name):
            if one.person != key and await run_at_table(state, one.code, "open_seat", key=key, name=name) != NO_SEAT:
                return TableCode(one.code)
        return await _open_listed_table(state, request, game)


def _require_leader(state: AppState) -> None:
    """Raise HeldElsewhere, which forwards the request, where another process of this version pairs people."""
    keeper = state.manager.lease_keeper
    if keeper is not None and not keeper.is_leader:
        leader = keeper.living_peers[min(keeper.living_peers)]
        if leader.version == keeper.me.version:
            raise HeldElsewhere("", leader.id, leader.address)


async def _open_listed_table(state: AppState, request: Request, game: Game) -> TableCode:
    from ..app.api import open_prepared_table

    seats = max(LEAST_SEATS, game.default_seat_count(LEAST_SEATS))
    return await open_prepared_table(state, request, NewTable(game=game.name, seats=seats, now=True, practice=False),
                                     listed=True)


ENDPOINTS = [
    Endpoint("GET", "/api/open-tables", list_open_tables),
    Endpoint("GET", "/api/open-tables/stream", stream_open_tables),
    Endpoint("POST", "/api/open-tables/somebody", find_opponent, 201),
    Endpoint("POST", "/api/open-tables/{code}/seat", take_seat),
]
