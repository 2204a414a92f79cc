"""People one has played with, and invitations to them; without `--open-tables` there are neither."""

import secrets
from functools import partial
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ...core.registry import find_game
from ..app.api import open_prepared_table, require_admitted_table
from ..app.api_types import NewTable, TableCode
from ..app.http_endpoint import Endpoint
from ..app.request_context import AppState
from ..app.responses import NO_STORE, JsonResponse
from ..join_codes import parse_row_id
from ..open_tables.listing import game_title, invitation_json, visible_name
from ..request_error import RequestError
from ..store import acquaintance_rows, invitation_rows
from ..store.acquaintance_rows import Acquaintance
from ..store.invitation_rows import Invitation
from .page_notifications import notify_changed

LEAST_SEATS = 2


class InvitationBody(Struct):
    """Whom to invite, by `id`, and to which of my tables; "" opens one for the game of our last match."""

    person: str
    code: str = ""


class PeopleList(Struct):
    """With whom the asking person has played: objects with `id`, `name`, `game`, `title` and `invited`."""

    people: list[dict[str, Any]]


class InvitationList(Struct):
    """The invitations to the asking person: objects with `id`, `name`, `game` and `title`."""

    invitations: list[dict[str, Any]]


async def _require_asker(state: AppState, request: Request) -> str:
    """Return the asker's key. Raises RequestError, also where this server keeps nobody's acquaintances."""
    if state.open_tables is None:
        raise RequestError(404, "people.off")
    state.charge_rate_limit(request)
    return (await state.require_person(request))[0]


async def list_acquaintances(state: AppState, request: Request) -> JsonResponse[PeopleList]:
    """List with whom the asking person has played a whole match, the last one first."""
    key = await _require_asker(state, request)
    found = await state.manager.read_store(partial(acquaintance_rows.read_acquaintances, person=key,
                                                   now=state.manager.wall_seconds()))
    return JsonResponse(PeopleList([_acquaintance_json(one) for one in found]), headers=NO_STORE)


def _acquaintance_json(one: Acquaintance) -> dict[str, Any]:
    return {"id": one.id, "name": visible_name(one.name), "game": one.game, "title": game_title(one.game),
            "invited": one.invited_until > 0}


async def remove_acquaintance(state: AppState, request: Request, id: str) -> Response:
    """Let the asking person and another one no longer be offered to each other."""
    key = await _require_asker(state, request)
    await state.manager.change_durably(partial(acquaintance_rows.delete_acquaintance, person=key, id=parse_row_id(id)))
    return Response(status_code=204)


async def invite(state: AppState, request: Request, data: InvitationBody) -> TableCode:
    """Invite somebody with whom the asking person has played to a table. Raises RequestError."""
    key = await _require_asker(state, request)
    # Limits first: what one may not send is not worked out.
    for of in (f"person {key}", f"address {state.client_address(request)}"):
        state.invitation_limiter.charge(of)
    now, most = state.manager.wall_seconds(), state.limits.invited
    known = await state.manager.read_store(partial(acquaintance_rows.read_acquaintances, person=key, now=now))
    to = next((one for one in known if one.id == data.person), None)
    if to is None:
        raise RequestError(404, "people.none")
    await state.manager.read_store(partial(invitation_rows.check_invitation_limits, person=key, to=to.key, most=most,
                                           now=now))
    if data.code:
        table, _ = await require_admitted_table(state, request, data.code)
        if table.settings.classroom or table.settings.class_ or table.settings.tournament or table.settings.hotseat:
            raise RequestError(409, "people.table")
        code, game = table.code, table.game.name
    else:
        code, game = await _open_table_for_two(state, request, to.game), to.game
    name = (await state.require_person(request))[1]
    invitation = Invitation(secrets.token_urlsafe(12), key, to.key, name, code, game, now)
    await state.manager.change_durably(partial(invitation_rows.write_invitation, invitation=invitation, most=most))
    if invitation in await state.manager.read_store(partial(invitation_rows.read_invitations, now=now, to=to.key)):
        await notify_changed(state, to.key, "invitation")
    return TableCode(code)


async def _open_table_for_two(state: AppState, request: Request, game: str) -> str:
    found = find_game(game)
    seats = max(LEAST_SEATS, found.default_seat_count(LEAST_SEATS))
    return (await open_prepared_table(state, request, NewTable(game=game, seats=seats, practice=False))).code


async def list_invitations(state: AppState, request: Request) -> JsonResponse[InvitationList]:
    """List the invitations to the asking person, the newest first."""
    key = await _require_asker(state, request)
    found = await state.manager.read_store(partial(invitation_rows.read_invitations, to=key,
                                                   now=state.manager.wall_seconds()))
    return JsonResponse(InvitationList([invitation_json(one) for one in found]), headers=NO_STORE)


async def accept_invitation(state: AppState, request: Request, id: str) -> TableCode:
    """Accept an invitation: its table, where the asking person sits down as with its code."""
    return TableCode(await _answer(state, request, id))


async def decline_invitation(state: AppState, request: Request, id: str) -> Response:
    """Decline an invitation; whoever has sent it is told nothing."""
    await _answer(state, request, id)
    return Response(status_code=204)


async def _answer(state: AppState, request: Request, id: str) -> str:
    key = await _require_asker(state, request)
    code = await state.manager.change_durably(partial(invitation_rows.take_invitation, to=key, id=parse_row_id(id),
                                                      now=state.manager.wall_seconds()))
    await notify_changed(state, key, "invitation")
    return code


ENDPOINTS = [
    Endpoint("GET", "/api/people", list_acquaintances),
    Endpoint("DELETE", "/api/people/{id}", remove_acquaintance, 204),
    Endpoint("POST", "/api/invitations", invite, 201),
    Endpoint("GET", "/api/invitations", list_invitations),
    Endpoint("POST", "/api/invitations/{id}/accept", accept_invitation),
    Endpoint("DELETE", "/api/invitations/{id}", decline_invitation, 204),
]
