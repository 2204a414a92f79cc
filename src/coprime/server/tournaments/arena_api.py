"""What the endpoints of tournaments do for an arena, and the one for a pause, which only arenas have."""

from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from starlette.requests import Request

from ...tournaments import arena
from ...tournaments.sentences import say as tournament_say
from ...tournaments.tournament import Tournament
from ..app.http_endpoint import Endpoint
from ..app.request_context import AppState
from ..join_codes import parse_code
from ..request_error import RequestError
from ..store.tournament_rows import correct_arena_pairing
from .arena_memory import KnownArena
from .arena_view import serialize_arena
from .lookup import change_tournament, find_tournament


class PauseBody(Struct):
    """Whether the asking player of an arena pauses."""

    paused: bool


async def find_known_arena(state: AppState, request: Request, text: str) -> tuple[str, str, KnownArena] | None:
    """Return code, asker's key and arena, without a look into the store where it was read a second ago.

    None for what is no arena that is known here, and for whoever has not been answered for this code lately.
    """
    key, code = state.cookie_key(request), parse_code(text)
    if not state.limits.tournaments or not key or not state.verified_codes.is_verified(key, code):
        return None
    known = await state.arenas.find_arena(code)
    return None if known is None else (code, key, known)


async def show_arena(state: AppState, code: str, key: str, known: KnownArena, waits: int = 0,
                     hold: float = 0) -> dict[str, Any]:
    """Return an arena for one reader; with `waits` their page waits for an opponent, and for so long for the answer."""
    player = known.tournament.find_player(key)
    if player is not None and waits and known.tournament.state == "running":
        state.arenas.note_waiting(code, player.number)
        await state.arenas.hold_for_table(code, known, player.number, hold)
    tournament = known.tournament
    latest = await state.arenas.read_latest(code, known) if tournament.director == key and tournament.rounds else []
    own = []
    if player is not None and tournament.rounds:
        own = await state.arenas.read_player_pairings(code, known, player.number)
    table = await state.arenas.find_opened_table(known, player.number) if player is not None else ""
    return serialize_arena(state, code, known, key, latest, own, table)


async def pause_player(state: AppState, request: Request, code: str, data: PauseBody) -> dict[str, Any]:
    """Pause the asking player of an arena, or let them be paired again."""
    state.charge_rate_limit(request)
    code, key, tournament = await find_tournament(state, request, code)
    if tournament.find_player(key) is None:
        raise RequestError.from_sentence(403, tournament_say("no.notin"))
    return await set_player_paused(state, code, key, data.paused)


async def set_player_paused(state: AppState, code: str, key: str, paused: bool) -> dict[str, Any]:
    """Pause a player of an arena by their key, or let them go on. Returns the arena as they see it. Raises BadInput."""
    def change(tournament: Tournament) -> None:
        if (player := tournament.find_player(key)) is not None:
            arena.set_paused(tournament, player, paused)
    await change_tournament(state, code, change)
    return await show_arena(state, code, key, state.arenas.known[code])


async def correct_finished_pairing(state: AppState, code: str, table: int, score: list[float], reason: str,
                                   now: int) -> bool:
    """Set the result of an arena's pairing that is over. Returns whether there is such a one. Raises BadInput."""
    def job(connection: sa.Connection) -> Tournament | None:
        found = correct_arena_pairing(connection, code, table, score, reason, now)
        return None if found is None else found[0]
    tournament = await state.manager.change_durably(job)
    if tournament is not None:
        state.arenas.note_tournament(code, tournament)
    return tournament is not None


ENDPOINTS = [Endpoint("POST", "/api/tournaments/{code}/pause", pause_player)]
