"""A tournament as its director, a player, or anybody else with its code may see it."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from ...core.registry import find_game as find
from ...table import catalogue
from ...tournaments.round_clock import round_seconds_left
from ...tournaments.sentences import say as tournament_say
from ...tournaments.standings import RankedPlayer
from ...tournaments.team_rounds import empty_boards_sentence
from ...tournaments.teams import is_captain
from ...tournaments.tournament import Tournament
from ...tournaments.tournament_types import Player, TablePairing, TournamentRound
from ..app.public_url import page_qr_code
from ..app.request_context import AppState
from ..store.tournament_rows import StoredPairing
from .moments import GameMoment
from .result_memory import rank_once
from .team_view import name_board, serialize_league, serialize_meetings, serialize_team_row, team_name

HERE_SECONDS = 120              # since their page was last here, after which a player counts as away
MOST_LOG_LINES_SHOWN = 100
Stored = Mapping[str, StoredPairing]
Moments = Mapping[str, Sequence[GameMoment]]


def serialize_tournament(state: AppState, code: str, tournament: Tournament, key: str,
                         stored: Stored, knows_past: bool = False) -> dict[str, Any]:
    """Return a tournament for one reader.

    stored  what the tables of open pairings have stored
    knows_past  the reader has been told of the rounds before the last one, as they are
    """
    is_director, player = tournament.director == key, tournament.find_player(key)
    standings = rank_once(tournament)
    last = tournament.rounds[-1].pairings if tournament.rounds else []
    moments = state.tournament_moments.find_moments(tournament, last)
    own = {} if player is None else state.tournament_moments.find_moments(
        tournament, [one for found in tournament.rounds for one in found.pairings if player.number in one.players])
    first = max(0, len(tournament.rounds) - 1) if knows_past else 0
    rounds = [_serialize_round(tournament, n, one, stored, is_director, player)
              for n, one in enumerate(tournament.rounds[first:], first + 1)]
    why = tournament.why_no_round()
    if tournament.is_league:
        why = why or empty_boards_sentence(tournament)
        rounds = [one | {"meetings": meetings} for one, meetings in
                  zip(rounds, serialize_meetings(tournament)[first:], strict=True)]
    return serialize_head(state, code, tournament) | {
        "director": is_director,
        "you": _serialize_you(tournament, key, player, standings, stored, own),
        "league": serialize_league(tournament, is_director) if tournament.is_league else None,
        "players": [_serialize_player(tournament, one, stored) for one in tournament.players],
        "waiting": [one.name for one in tournament.waiting] if is_director else [],
        "round": rounds[-1] if rounds else None, "past": None if knows_past else rounds[:-1],
        "standings": [serialize_standing(tournament, one) for one in standings],
        "moment": _best_moment(last, moments),
        "log": [{"at": one.at, "text": tournament_say(f"log.{one.key}", **one.facts)}
                for one in reversed(tournament.log[-MOST_LOG_LINES_SHOWN:])] if is_director else [],
        "can_pair": is_director and not why, "why_not": why if is_director else "", "arena": None,
    }


def serialize_head(state: AppState, code: str, tournament: Tournament) -> dict[str, Any]:
    """Return what a tournament of any form is to every reader."""
    game, url = find(tournament.game), f"{state.public_url.base}/tournament/{code}"
    return {
        "code": code, "name": tournament.name, "game": tournament.game, "title": game.localized_title,
        "options": tournament.options, "preset": tournament.preset or "", "format": tournament.format,
        "rounds": tournament.total_rounds, "wins": tournament.wins, "state": tournament.state,
        "rated": tournament.rated, "entry": tournament.entry, "approval": tournament.approval,
        "notice": tournament.notice, "round_minutes": tournament.round_minutes,
        "round_left": round_seconds_left(tournament, state.manager.open_seconds()),
        "listed": [one.name for one in tournament.players if not one.has_entered and not one.withdrawn],
        "levels": [{"level": one["level"], "title": one["title"]} for one in catalogue.describe_levels(game)],
        "invite": state.public_url.invitation_json(code) | {"url": url}, "qr": page_qr_code(url),
    }


def _best_moment(pairings: Sequence[TablePairing], moments: Moments) -> dict[str, Any] | None:
    """The best moment of a round so far, with the number of its table."""
    found = [(one, pairing.table) for pairing in pairings for one in moments.get(pairing.code, ())]
    if not found:
        return None
    best, table = max(found, key=lambda one: one[0].worth)
    return {"text": best.text, "name": best.name, "table": table}


def _serialize_player(tournament: Tournament, player: Player, stored: Stored) -> dict[str, Any]:
    return {"name": player.name, "state": player_state(tournament, player, stored), "bot": player.bot,
            "from_round": player.from_round}


def player_state(tournament: Tournament, player: Player, stored: Stored) -> str:
    """Return "here", "away", "paused" or "withdrawn"."""
    if player.withdrawn or player.paused:
        return "withdrawn" if player.withdrawn else "paused"
    if player.bot or player.key and time.time() - player.seen < HERE_SECONDS:
        return "here"
    pairing = tournament.pairing_of(player)
    found = stored.get(pairing.code) if pairing is not None else None
    return "here" if found is not None and player.number in found.arrived else "away"


def _serialize_round(tournament: Tournament, number: int, round: TournamentRound, stored: Stored, is_director: bool,
                     player: Player | None) -> dict[str, Any]:
    pairings = [serialize_pairing(tournament, one, stored.get(one.code), is_director or (
        player is not None and player.number in one.players)) for one in round.pairings
        if one.players or tournament.is_league]
    if tournament.is_league:
        for one in pairings:
            one["players"] = name_board(tournament, round, one["table"], one["players"])
    return {"number": number, "pairings": pairings}


def serialize_pairing(tournament: Tournament, pairing: TablePairing, found: StoredPairing | None,
                      knows_code: bool) -> dict[str, Any]:
    """Return a pairing as JSON; `found` is what its table has stored."""
    state = pairing_state(tournament, pairing, found)
    return {"table": pairing.table, "code": pairing.code if knows_code else "",
            "players": [tournament.player(number).name for number in pairing.players],
            "score": pairing.score, "game": found.match if found is not None and state == "playing" else 0,
            "state": state, "missing": [tournament.player(number).name for number in
                                        missing_players(tournament, pairing, found)],
            "substituted": [tournament.player(number).name for number in pairing.substituted],
            "forfeited": [tournament.player(number).name for number in pairing.forfeited],
            "corrected": pairing.corrected is not None}


def pairing_state(tournament: Tournament, pairing: TablePairing, found: StoredPairing | None) -> str:
    """Return "bye", "done", "playing", or "waiting" while the first game has not begun."""
    if len(pairing.players) < 2:
        return "bye"
    if tournament.is_done(pairing):
        return "done"
    return "waiting" if found is None or found.phase == "lobby" else "playing"


def missing_players(tournament: Tournament, pairing: TablePairing, found: StoredPairing | None) -> list[int]:
    """Return the numbers of those who have not come to a table whose first game has not begun."""
    if pairing_state(tournament, pairing, found) != "waiting":
        return []
    return [number for number in pairing.players if not tournament.player(number).bot
            and number not in pairing.substituted and not (found is not None and number in found.arrived)]


def serialize_standing(tournament: Tournament, one: RankedPlayer) -> dict[str, Any]:
    """Return a line of the standings as JSON."""
    if tournament.is_league:
        return serialize_team_row(tournament, one)
    player = tournament.player(one.player)
    return {"place": one.place, "name": player.name, "points": one.points, "buchholz": one.buchholz,
            "sonneborn_berger": one.sonneborn_berger, "direct": one.direct, "withdrawn": player.withdrawn}


def _serialize_you(tournament: Tournament, key: str, player: Player | None, standings: list[RankedPlayer],
                   stored: Stored, moments: Moments) -> dict[str, Any] | None:
    if player is None:
        waiting = tournament.find_waiting(key)
        return None if waiting is None else {
            "name": waiting.name, "place": 0, "points": 0.0, "state": "waiting", "table": "", "number": 0,
            "opponent": "", "opponent_here": False, "score": [], "bye": False, "results": []}
    ranked = player.team if tournament.is_league else player.number
    standing = next((one for one in standings if one.player == ranked), None)
    pairing = tournament.pairing_of(player)
    other = _other_player(tournament, pairing, player)
    found = stored.get(pairing.code) if pairing is not None else None
    missing = [] if pairing is None else missing_players(tournament, pairing, found)
    return {"name": player.name, "place": standing.place if standing else 0,
            **({"team": team_name(tournament, player), "captain": is_captain(tournament, player, player.team)}
               if tournament.is_league else {}),
            "points": standing.points if standing else 0.0,
            "state": "withdrawn" if player.withdrawn else "paused" if player.paused else "here",
            "table": pairing.code if pairing is not None and not tournament.over else "",
            "number": pairing.table if pairing is not None and other is not None else 0,
            "opponent": other.name if other is not None else "",
            "opponent_here": other is not None and other.number not in missing,
            "score": _own_score(pairing, player), "bye": pairing is not None and other is None,
            "results": [_serialize_result(tournament, n, one, player, moments)
                        for n, round in enumerate(tournament.rounds, 1) for one in round.pairings
                        if player.number in one.players and tournament.is_done(one)]}


def _serialize_result(tournament: Tournament, number: int, pairing: TablePairing, player: Player,
                      moments: Moments) -> dict[str, Any]:
    other = _other_player(tournament, pairing, player)
    mine = [one for one in moments.get(pairing.code, ()) if one.name == player.name]
    best = max(mine, key=lambda one: one.worth, default=None)
    return {"round": number, "opponent": other.name if other else "", "score": _own_score(pairing, player),
            "outcome": pairing.points_of(player.number), "bye": other is None,
            "moment": best.own if best else "", "figure": best.figure if best else ""}


def _other_player(tournament: Tournament, pairing: TablePairing | None, player: Player) -> Player | None:
    numbers = [number for number in pairing.players if number != player.number] if pairing is not None else []
    return tournament.player(numbers[0]) if numbers else None


def _own_score(pairing: TablePairing | None, player: Player) -> list[float]:
    """The won games of a player's pairing, theirs first."""
    if pairing is None or len(pairing.players) < 2:
        return []
    own = pairing.players.index(player.number)
    return [pairing.score[own], pairing.score[1 - own]]
