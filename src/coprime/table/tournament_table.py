"""A table of a tournament: the games of one pairing, until it is decided.

Its two players sit there from the beginning.  The first game begins once both have come, the next one a little after
the last; they change seats each time.  Every outcome is stored with the event that ended the game, so that whoever
reads the table later counts the same games.
"""

from typing import Any

from ..arena.match import victory_shares
from . import bot_chairs, match_lifecycle, wire
from .lobby import Chair
from .pairing_outcome import TableOutcome, is_decided
from .sentences import refusal
from .table import Table

PAUSE_SECONDS = 8.0             # between two games of a pairing
FIXED = (wire.Sit, wire.Stand, wire.Rematch, wire.SeatCommand, wire.Options, wire.ChangeGame, wire.Start, wire.Host,
         wire.LobbyCommand, wire.TakeBacks)


def table_score(table: Table) -> list[float]:
    """Return the won games by chair."""
    return [sum(one.shares[one.entrants.index(chair.entrant)] for one in table.outcomes)
            for chair in table.lobby.chairs]


def require_unfixed(message: wire.Message) -> None:
    """Raise Refused for what the tournament decides at its tables."""
    if isinstance(message, FIXED):
        raise refusal("tournament")


def note_outcome(table: Table) -> None:
    """Note the outcome of a game that is over, once."""
    if not table.settings.tournament or table.phase != "over" or table.is_pairing_over:
        return
    if any(one.match == table.match_count for one in table.outcomes):
        return
    shares = victory_shares([float(one) for one in table.match.returns()])
    table.outcomes.append(TableOutcome(table.match_count, [chair.entrant for chair in table.lobby.chairs], shares))
    table.is_pairing_over = is_decided(table_score(table), table.settings.wins, table.settings.must_decide)
    table.mark_changed()


def note_arrivals(table: Table) -> None:
    """Note who has come to a table whose first game has not begun."""
    if not table.settings.tournament or table.phase != "lobby":
        return
    arrived = [chair.entrant for chair in table.lobby.chairs if _is_here(table, chair)]
    if arrived != table.arrived:
        table.arrived = arrived
        table.mark_changed()


def _is_here(table: Table, chair: Chair) -> bool:
    return chair.kind != "person" or table.lobby.is_anybody_present(chair)


def next_game_time(table: Table) -> float:
    """Return when the next game begins (monotonic seconds); never while somebody has not come to the first one."""
    if not table.is_awake or table.settings.paused or table.is_pairing_over:
        return float("inf")
    if table.phase == "lobby":
        return float("-inf") if all(_is_here(table, chair) for chair in table.lobby.chairs) else float("inf")
    if table.phase != "over" or table.over_since is None:
        return float("inf")
    return table.over_since + PAUSE_SECONDS


def begin_due_game(table: Table, now: float) -> bool:
    """Begin the next game of the pairing if it is time. Returns whether it began."""
    if not table.settings.tournament:
        return False
    if table.phase != "over":
        table.over_since = None
    elif table.over_since is None:
        table.over_since = now
    if now < next_game_time(table):
        return False
    if table.phase == "over":
        bot_chairs.rotate_seats(table)
        table.settings.deal = 0
    match_lifecycle.begin_match(table, now)
    table.over_since = None
    return True


def serialize_pairing(table: Table) -> dict[str, Any] | None:
    """The tournament of a table, and its won games by seat; None for a table of none."""
    if not table.settings.tournament:
        return None
    ends_at = table.settings.ends_at
    return {"code": table.settings.tournament, "wins": table.settings.wins, "score": table_score(table),
            "more": not table.is_pairing_over,
            "left": max(0, ends_at - table.table_host.wall_seconds()) if ends_at else None}
