"""HTTP endpoints of team leagues: teams, who is in them, their board order, and who sits out."""

import re
import time
from typing import Any

import sqlalchemy as sa
from starlette.requests import Request

from ...classroom.joining import is_rude
from ...tournaments import teams
from ...tournaments.sentences import say as tournament_say
from ...tournaments.sentences import wrong
from ...tournaments.tournament import Tournament
from ...tournaments.tournament_types import TablePairing
from ..app.http_endpoint import Endpoint
from ..app.request_context import AppState
from ..request_error import RequestError
from ..store.tournament_rows import change_tournament_row, read_pairings
from ..table_dispatch import end_tables
from .api import answer_change
from .bodies import MemberBody, NamesBody, ReserveBody, SittingOutBody, TeamBody
from .lookup import change_tournament, find_directed, find_tournament
from .pairing_tables import open_tables


async def add_teams(state: AppState, request: Request, code: str, data: NamesBody) -> dict[str, Any]:
    """Add teams by name (director only)."""
    state.charge_rate_limit(request)
    code, key, _ = await find_directed(state, request, code)
    names = [name for name in data.names if name.strip()][:teams.MOST_TEAMS + 1]
    _require_clean(names)
    tournament, _ = await change_tournament(state, code, lambda one: teams.add_teams(one, names))
    return await answer_change(state, code, key, tournament)


def _require_clean(names: list[str]) -> None:
    if any(is_rude(word) for name in names for word in (name, *re.findall(r"\w+", name))):
        raise RequestError.from_sentence(400, tournament_say("no.name"))


async def change_team(state: AppState, request: Request, code: str, data: TeamBody) -> dict[str, Any]:
    """Change a team (director only); its captain sets the board order before the first round."""
    state.charge_rate_limit(request)
    code, key, before = await find_tournament(state, request, code)
    is_director = before.director == key
    number = teams.require_team(before, data.team)
    only_order = data.name is None and data.captain is None and data.withdrawn is None and not data.removed
    if not is_director and not (only_order and teams.is_captain(before, before.find_player(key), number)):
        raise RequestError.from_sentence(403, tournament_say("no.director"))
    if data.name is not None:
        _require_clean([data.name])
    now = int(time.time())

    def change(tournament: Tournament) -> list[TablePairing]:
        team = teams.require_team(tournament, data.team)
        if data.order is not None:
            teams.change_order(tournament, team, data.order, not is_director, now)
        if data.captain is not None:
            teams.name_captain(tournament, team, data.captain)
        if data.name is not None:
            teams.rename_team(tournament, team, data.name)
        if data.removed:
            teams.remove_team(tournament, team)
            return []
        if data.withdrawn is False:
            teams.readmit_team(tournament, team, now)
        return teams.withdraw_team(tournament, team, now) if data.withdrawn else []
    tournament, lost = await change_tournament(state, code, change)
    await end_tables(state, [one.code for one in lost if one.code], "tournament")
    return await answer_change(state, code, key, tournament)


async def put_in_team(state: AppState, request: Request, code: str, data: MemberBody) -> dict[str, Any]:
    """Put a player into a team, or into none: the director anybody, a player who has none themselves."""
    state.charge_rate_limit(request)
    code, key, before = await find_tournament(state, request, code)
    is_director = before.director == key

    def change(tournament: Tournament) -> None:
        player = tournament.require_player(data.name)
        team = teams.require_team(tournament, data.team) if data.team else 0
        if is_director:
            teams.put_in_team(tournament, player, team)
        elif player is tournament.find_player(key):
            teams.choose_team(tournament, player, team)
        else:
            raise RequestError.from_sentence(403, tournament_say("no.steers"))
    if not before.is_league:
        raise wrong("onlyleague")
    tournament, _ = await change_tournament(state, code, change)
    return await answer_change(state, code, key, tournament)


async def let_sit_out(state: AppState, request: Request, code: str, data: SittingOutBody) -> dict[str, Any]:
    """Let a player sit out from the next round on, or play again: the director, their captain, or themselves."""
    state.charge_rate_limit(request)
    code, key, before = await find_tournament(state, request, code)
    now = int(time.time())

    def change(tournament: Tournament) -> None:
        player, asker = tournament.require_player(data.name), tournament.find_player(key)
        if tournament.director != key and player is not asker and not teams.is_captain(tournament, asker, player.team):
            raise RequestError.from_sentence(403, tournament_say("no.steers"))
        teams.set_sitting_out(tournament, player, data.out, now)
    if not before.is_league:
        raise wrong("onlyleague")
    tournament, _ = await change_tournament(state, code, change)
    return await answer_change(state, code, key, tournament)


async def bring_in_reserve(state: AppState, request: Request, code: str, data: ReserveBody) -> dict[str, Any]:
    """Let a reserve play a board whose game has not begun: the director, or the captain of the team.

    The board gets another table, and the one that its players may wait at is closed: what begins there meanwhile does
    not count.
    """
    state.charge_rate_limit(request)
    code, key, before = await find_tournament(state, request, code)
    _, player = teams.find_open_board(before, data.table, data.name)
    if before.director != key and not teams.is_captain(before, before.find_player(key), player.team):
        raise RequestError.from_sentence(403, tournament_say("no.steers"))
    table, now = await state.manager.new_code(), int(time.time())

    def job(connection: sa.Connection) -> tuple[Tournament, str] | None:
        def change(tournament: Tournament) -> str:
            old = teams.find_open_board(tournament, data.table, data.name)[0].code
            found = read_pairings(connection, {old}).get(old)
            teams.replace_on_board(tournament, data.table, data.name, data.reserve, table,
                                   found is not None and found.phase != "lobby", now)
            return old
        return change_tournament_row(connection, code, change)
    changed = await state.manager.change_durably(job)
    if changed is None:
        raise RequestError(404, "wrong.tournament", code=code)
    tournament, old = changed
    state.tournament_polls.note_changed(code)
    await end_tables(state, [old], "replaced")
    await open_tables(state, code, tournament, {table})
    return await answer_change(state, code, key, tournament)


ENDPOINTS = [
    Endpoint("POST", "/api/tournaments/{code}/reserve", bring_in_reserve),
    Endpoint("POST", "/api/tournaments/{code}/teams", add_teams),
    Endpoint("POST", "/api/tournaments/{code}/team", change_team),
    Endpoint("POST", "/api/tournaments/{code}/member", put_in_team),
    Endpoint("POST", "/api/tournaments/{code}/sitting-out", let_sit_out),
]
