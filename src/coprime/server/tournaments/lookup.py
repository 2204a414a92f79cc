"""Find and change stored tournaments. No process owns a tournament."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import sqlalchemy as sa
from starlette.requests import Request

from ...tournaments.sentences import say as tournament_say
from ...tournaments.tournament import Tournament
from ..app.request_context import AppState
from ..request_error import RequestError
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
    return await state.find_by_code(request, text, lambda code, key: read_tournament(state, code), "wrong.tournament")


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
    def job(connection: sa.Connection) -> tuple[Tournament, T]:
        found = tournament_rows.change_tournament_row(connection, code, change)
        if found is None:
            raise RequestError(404, "wrong.tournament", code=code)
        return found
    changed = await state.manager.change_durably(job)
    state.tournament_polls.note_changed(code)
    state.arenas.note_tournament(code, changed[0])
    return changed
