"""Find and change stored tournaments. No process owns a tournament."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import sqlalchemy as sa
from starlette.requests import Request

from ...core.errors import BadInput
from ...tournaments.sentences import say as tournament_say
from ...tournaments.tournament import Tournament
from ..app.request_context import AppState
from ..join_codes import parse_code
from ..sentences import RequestError
from ..store import tournament_rows

T = TypeVar("T")


def require_tournaments(state: AppState) -> None:
    """Raise RequestError where the operator has not switched tournaments on."""
    if not state.limits.tournaments:
        raise RequestError.from_sentence(404, tournament_say("no.off"))


async def read_tournament(state: AppState, code: str) -> Tournament | None:
    """Return a tournament, or None; the caller has checked that it may be read."""
    if not state.limits.tournaments:
        return None
    found: Tournament | None = await state.manager.read_store(partial(tournament_rows.read_tournament, code=code))
    return found


async def find_tournament(state: AppState, request: Request, text: str) -> tuple[str, str, Tournament]:
    """Return the code of a tournament, the asker's key, and the tournament; wrong codes are rate-limited.

    Raises RequestError.
    """
    require_tournaments(state)
    (key, _), code = await state.require_person(request), parse_code(text)
    exempt = state.verified_codes.is_verified(key, code) or await state.is_member(code, key)
    async with state.limit_guesses(state.client_address(request), exempt=exempt):
        tournament = await read_tournament(state, code)
        if tournament is None:
            raise RequestError(404, "wrong.tournament", code=code)
    state.verified_codes.note_verified(key, code)
    return code, key, tournament


async def find_directed(state: AppState, request: Request, text: str) -> tuple[str, str, Tournament]:
    """Return the code, the director's key and the tournament, for its director. Raises RequestError."""
    code, key, tournament = await find_tournament(state, request, text)
    if tournament.director != key:
        raise RequestError.from_sentence(403, tournament_say("no.director"))
    return code, key, tournament


async def change_tournament(state: AppState, code: str, change: Callable[[Tournament], T]) -> tuple[Tournament, T]:
    """Apply `change` to a tournament in one transaction. Returns the tournament and the result.

    If `change` raises BadInput, that is raised and nothing is stored.
    """
    outcome: list[tuple[Tournament, T] | BadInput | None] = []

    def job(connection: sa.Connection) -> None:             # in the writer's thread, which others share
        try:
            outcome.append(tournament_rows.change_tournament_row(connection, code, change))
        except BadInput as wrong:
            outcome.append(wrong)
    await state.manager.write_durably(job)
    result = outcome[-1]
    if isinstance(result, BadInput):
        raise result
    if result is None:
        raise RequestError(404, "wrong.tournament", code=code)
    return result
