"""An arena as its director, a player, or anybody else with its code may see it.

What all readers of a language see is made once after each change; what a reader sees of themselves is added to it.
"""

import time
from collections.abc import Sequence
from typing import Any

from ...core.language_selection import current_language
from ...tournaments import arena
from ...tournaments.sentences import say as tournament_say
from ...tournaments.standings import RankedPlayer
from ...tournaments.tournament import GRACE_SECONDS, Tournament
from ...tournaments.tournament_types import Player, TablePairing
from ..app.request_context import AppState
from .arena_memory import KnownArena
from .result_memory import rank_once
from .view import MOST_LOG_LINES_SHOWN, missing_players, serialize_head, serialize_pairing

MOST_ROWS = 50                  # of the standings, on the pages of others than the director
MOST_TABLES = 32                # that run, on these pages
HERE_SECONDS = 30               # since their page waited last, after which a player counts as away


def serialize_arena(state: AppState, code: str, known: KnownArena, key: str, latest: Sequence[TablePairing],
                    own: Sequence[TablePairing], table: str) -> dict[str, Any]:
    """Return an arena for one reader, in the form of a tournament with one round.

    latest  the latest pairings that are over, for the director;  own  those of the reader
    table   the code of the table at which the reader plays, once it is open
    """
    tournament = known.tournament
    is_director, player = tournament.director == key, tournament.find_player(key)
    standings = rank_once(tournament)
    shared = _shared_view(state, code, known)
    rows = standings if is_director else standings[:MOST_ROWS]
    if player is not None and not is_director:
        rows = [*rows, *(one for one in standings[MOST_ROWS:] if one.player == player.number)]
    running = [one for one in tournament.open_pairings() if player is not None and player.number in one.players]
    listed = tournament.open_pairings() if is_director else tournament.open_pairings()[:MOST_TABLES]
    pairings = [_serialize(known, one, is_director or one in running) for one in
                [*running, *(one for one in listed if one not in running)]] if tournament.rounds else []
    why = tournament.why_no_round() if is_director else ""
    return shared | {
        "director": is_director,
        "you": _serialize_you(known, key, player, standings, own, [one for one in running if one.code == table]),
        "waiting": [one.name for one in tournament.waiting] if is_director else [],
        "round": {"number": 1, "pairings": pairings} if tournament.rounds else None,
        "standings": [serialize_arena_row(tournament, one) for one in rows],
        "log": [{"at": one.at, "text": tournament_say(f"log.{one.key}", **one.facts)}
                for one in reversed(tournament.log[-MOST_LOG_LINES_SHOWN:])] if is_director else [],
        "can_pair": is_director and not why, "why_not": why,
        "arena": _serialize_time(known) | {
            "latest": [_serialize(known, one, True) for one in latest] if is_director else []},
    }


def _shared_view(state: AppState, code: str, known: KnownArena) -> dict[str, Any]:
    mark, language = (known.tournament, known.stored), current_language()
    found = known.views.get(language)
    if found is None or found[0][0] is not mark[0] or found[0][1] is not mark[1]:
        tournament, playing = known.tournament, arena.players_in_running_pairings(known.tournament)
        players = [{"name": one.name, "state": _player_state(one, one.number in playing), "bot": one.bot,
                    "from_round": 1} for one in tournament.players]
        found = known.views[language] = mark, serialize_head(state, code, tournament) | {
            "players": players, "past": [], "moment": None, "league": None}
    return found[1]


def _player_state(player: Player, is_playing: bool) -> str:
    if player.withdrawn or player.paused:
        return "withdrawn" if player.withdrawn else "paused"
    return "here" if player.bot or is_playing or time.time() - player.seen < HERE_SECONDS else "away"


def _serialize(known: KnownArena, pairing: TablePairing, knows_code: bool) -> dict[str, Any]:
    return serialize_pairing(known.tournament, pairing, known.stored.get(pairing.code), knows_code)


def _serialize_time(known: KnownArena) -> dict[str, Any]:
    """How much time is left, and what goes on: numbers, and seconds of the epoch."""
    tournament, now = known.tournament, int(time.time())
    people, _ = arena.free_players(tournament, 1000 * now)
    open_count = len(tournament.open_pairings())
    return {"minutes": tournament.minutes, "ends": tournament.ends_at,
            "left": max(0, tournament.ends_at - now) if tournament.rounds else 60 * tournament.minutes,
            "grace": GRACE_SECONDS // 60, "until": tournament.ends_at + GRACE_SECONDS if tournament.rounds else 0,
            "free": len(people), "running": open_count, "over": tournament.made - open_count}


def serialize_arena_row(tournament: Tournament, one: RankedPlayer) -> dict[str, Any]:
    """Return a line of an arena's standings as JSON."""
    player = tournament.player(one.player)
    return {"place": one.place, "name": player.name, "points": one.points, "won": one.won, "played": one.played,
            "withdrawn": player.withdrawn}


def _serialize_you(known: KnownArena, key: str, player: Player | None, standings: Sequence[RankedPlayer],
                   own: Sequence[TablePairing], running: Sequence[TablePairing]) -> dict[str, Any] | None:
    tournament = known.tournament
    if player is None:
        waiting = tournament.find_waiting(key)
        return None if waiting is None else _own(waiting.name, "waiting")
    standing = next((one for one in standings if one.player == player.number), None)
    found = _own(player.name, "withdrawn" if player.withdrawn else "paused" if player.paused else "here")
    found |= {"place": standing.place if standing else 0, "points": standing.points if standing else 0.0,
              "results": [_serialize_result(tournament, one, player) for one in own]}
    if running and not tournament.over:
        pairing = running[0]
        other = next(number for number in pairing.players if number != player.number)
        missing = missing_players(tournament, pairing, known.stored.get(pairing.code))
        found |= {"table": pairing.code, "number": pairing.table, "opponent": tournament.player(other).name,
                  "opponent_here": other not in missing}
    return found


def _own(name: str, state: str) -> dict[str, Any]:
    return {"name": name, "place": 0, "points": 0.0, "state": state, "table": "", "number": 0, "opponent": "",
            "opponent_here": False, "score": [], "bye": False, "results": []}


def _serialize_result(tournament: Tournament, pairing: TablePairing, player: Player) -> dict[str, Any]:
    own = pairing.players.index(player.number)
    return {"round": pairing.table, "opponent": tournament.player(pairing.players[1 - own]).name,
            "score": [pairing.score[own], pairing.score[1 - own]],
            "outcome": round(arena.WIN_POINTS * pairing.points_of(player.number)), "bye": False, "moment": "",
            "figure": "", "absent": [tournament.player(number).name for number in pairing.forfeited]}
