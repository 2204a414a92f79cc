"""Muting: somebody's name and chat are hidden from one person, at all tables and on all devices of that person."""

from functools import partial
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ..app.api import require_admitted_table
from ..app.http_endpoint import Endpoint
from ..app.request_context import AppState
from ..app.responses import NO_STORE, JsonResponse
from ..join_codes import parse_row_id
from ..request_error import RequestError
from ..store import mute_rows
from .mute_updates import apply_mutes


class GuestNumber(Struct):
    """A person by their number at a table."""

    who: int


class MuteList(Struct):
    """Whom the asking person has muted: objects with `id`, `name` (of that time) and `at`."""

    mutes: list[dict[str, Any]]


async def list_mutes(state: AppState, request: Request) -> JsonResponse[MuteList]:
    """List whom the asking person has muted."""
    key, _ = await state.require_person(request)
    found = await state.manager.read_store(partial(mute_rows.read_mutes, person=key))
    return JsonResponse(MuteList([one._asdict() for one in found]), headers=NO_STORE)


async def mute_guest(state: AppState, request: Request, code: str, data: GuestNumber) -> Response:
    """Mute somebody at one of the asking person's tables; they are told nothing of it."""
    state.charge_rate_limit(request)
    table, key = await require_admitted_table(state, request, code)
    if table.settings.classroom or table.settings.class_:
        raise RequestError(409, "mute.class")
    guest = table.lobby.guests.get(data.who)
    if guest is None or not guest.key:
        raise RequestError(404, "mute.nobody")
    if guest.key == key:
        raise RequestError(409, "mute.self")
    await state.manager.change_durably(partial(mute_rows.add_mute, person=key, muted=guest.key, name=guest.name,
                                               now=state.manager.wall_seconds()))
    await apply_mutes(state, key)
    return Response(status_code=204)


async def unmute(state: AppState, request: Request, id: str) -> Response:
    """Let the asking person read the name and chat of somebody again."""
    state.charge_rate_limit(request)
    key, _ = await state.require_person(request)
    await state.manager.change_durably(partial(mute_rows.delete_mute, person=key, id=parse_row_id(id)))
    await apply_mutes(state, key)
    return Response(status_code=204)


ENDPOINTS = [
    Endpoint("GET", "/api/mutes", list_mutes),
    Endpoint("DELETE", "/api/mutes/{id}", unmute, 204),
    Endpoint("POST", "/api/tables/{code}/mutes", mute_guest, 204),
]
