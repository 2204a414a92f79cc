"""HTTP endpoints that export a tournament: CSV for spreadsheets, JSON for programs, and all records in one file."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ...core.registry import find_game as find
from ...table.journal_replay import match_game_name
from ...table.ports import JournalRow
from ...tournaments.sentences import say as tournament_say
from ...tournaments.standings import RankedPlayer
from ...tournaments.tournament import Tournament, number_text
from ..app.csv_files import escape_formula, make_csv_response
from ..app.http_endpoint import Endpoint
from ..app.record_downloads import send_records
from ..app.request_context import AppState
from ..app.responses import JsonResponse, download_headers
from ..store.tournament_rows import StoredPairing, read_pairings, read_whole_tournament, table_codes
from .arena_view import serialize_arena_row
from .lookup import find_directed, find_tournament
from .pairing_tables import refresh_tournament
from .result_memory import rank_once
from .team_view import league_rows, name_board, serialize_league, serialize_meetings
from .view import Stored, pairing_state, serialize_standing

STANDING_COLUMNS = ("place", "name", "points", "buchholz", "sonneborn_berger", "direct", "withdrawn")
ARENA_COLUMNS = ("place", "name", "points", "won", "played", "withdrawn")
TEAM_COLUMNS = ("place", "team", "match_points", "board_points", "direct", "sonneborn_berger", "withdrawn")
PAIRING_COLUMNS = ("round", "table", "first", "second", "score", "state")


async def get_spreadsheet(state: AppState, request: Request, code: str) -> Response:
    """Return the standings as CSV, then after an empty line all pairings."""
    code, tournament, stored = await _find_whole(state, request, code)
    columns = TEAM_COLUMNS if tournament.is_league else ARENA_COLUMNS if tournament.is_arena else STANDING_COLUMNS
    rows: list[list[Any]] = [[tournament_say(f"sheet.{column}") for column in columns]]
    for one in rank_once(tournament):
        row = _serialize_row(tournament, one)
        row["name"] = row["team"] = escape_formula(row["name"])
        row["match_points"] = row["points"]
        row["withdrawn"] = tournament_say("sheet.yes") if row["withdrawn"] else ""
        rows.append([row[column] for column in columns])
    if tournament.is_league:
        rows += [row for part in league_rows(tournament) for row in ([], *part)]
    rows += [[], [tournament_say(f"sheet.{column}") for column in PAIRING_COLUMNS], *_pairing_rows(tournament, stored)]
    return make_csv_response(rows, f"tournament-{code}.csv")


async def _find_whole(state: AppState, request: Request, text: str) -> tuple[str, Tournament, Stored]:
    """Return a tournament with all its pairings, its code, and what the tables of running ones have stored.

    Raises RequestError.
    """
    state.charge_rate_limit(request)
    code, _, tournament = await find_tournament(state, request, text)
    tournament, stored = await refresh_tournament(state, code, tournament)
    if tournament.is_arena:
        whole: Tournament | None = await state.manager.read_store(partial(read_whole_tournament, code=code))
        tournament = whole or tournament
    return code, tournament, stored


def _serialize_row(tournament: Tournament, one: RankedPlayer) -> dict[str, Any]:
    return serialize_arena_row(tournament, one) if tournament.is_arena else serialize_standing(tournament, one)


def _pairing_rows(tournament: Tournament, stored: Stored) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for number, round in enumerate(tournament.rounds, 1):
        for one in round.pairings:
            names = [escape_formula(tournament.player(player).name) for player in one.players]
            if tournament.is_league and len(names) < 2:
                rows.append([number, one.table, *name_board(tournament, round, one.table, names), "",
                             tournament_say("state.empty")])
            elif names:
                score = ":".join(number_text(won) for won in one.score) if len(names) == 2 else ""
                state = tournament_say(f"state.{pairing_state(tournament, one, stored.get(one.code))}")
                rows.append([number, one.table, *names, *[""] * (2 - len(names)), score, state])
    return rows


async def get_json(state: AppState, request: Request, code: str) -> Response:
    """Return the standings and all pairings as JSON."""
    code, tournament, stored = await _find_whole(state, request, code)
    data = {
        "name": tournament.name, "game": tournament.game, "title": find(tournament.game).localized_title,
        "options": tournament.options, "format": tournament.format, "wins": tournament.wins,
        "minutes": tournament.minutes, "rounds": tournament.total_rounds, "state": tournament.state,
        "players": [{"name": one.name, "bot": one.bot, "from_round": one.from_round, "withdrawn": one.withdrawn}
                    for one in tournament.players if one.has_entered or one.withdrawn],
        "standings": [_serialize_row(tournament, one) for one in rank_once(tournament)],
        **({"league": serialize_league(tournament, False),
            "meetings": [{"round": number} | one for number, meetings in enumerate(serialize_meetings(tournament), 1)
                         for one in meetings]} if tournament.is_league else {}),
        "pairings": [
            {"round": number, "table": one.table, "players": [tournament.player(player).name for player in one.players],
             "score": one.score, "state": pairing_state(tournament, one, stored.get(one.code)),
             "games": [{"match": game.match, "shares": game.shares} for game in one.games],
             "forfeited": [tournament.player(player).name for player in one.forfeited],
             "corrected": one.corrected is not None}
            for number, round in enumerate(tournament.rounds, 1) for one in round.pairings if one.players],
    }
    return JsonResponse(data, headers=download_headers(f"tournament-{code}.json"))


async def get_records(state: AppState, request: Request, code: str) -> Response:
    """Return the records of all finished games as one file (director only)."""
    state.charge_rate_limit(request)
    code, key, tournament = await find_directed(state, request, code)
    whole: Tournament | None = await state.manager.read_store(partial(read_whole_tournament, code=code))
    codes = table_codes(whole or tournament)
    stored: dict[str, StoredPairing] = await state.manager.read_store(partial(read_pairings, codes=codes))

    async def matches() -> AsyncIterator[tuple[str, list[JournalRow]]]:
        for table in codes:
            # What is not over has hands that nobody may see.
            for match in [one.match for one in stored[table].outcomes] if table in stored else ():
                rows = await state.manager.run_in_thread(state.store.load_match_rows, table, match)
                yield match_game_name(rows, tournament.game), rows
    return await send_records(state, request, key, f"tournament-{code}", matches())


ENDPOINTS = [
    Endpoint("GET", "/api/tournaments/{code}/results.csv", get_spreadsheet),
    Endpoint("GET", "/api/tournaments/{code}/results.json", get_json),
    Endpoint("GET", "/api/tournaments/{code}/records", get_records),
]
