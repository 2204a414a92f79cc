"""Tables over days (correspondence games): a time for each move, and nobody needs to be there meanwhile.

Whoever closes the page keeps the seat.  When the time of a move is over a bot plays for that seat until it is no longer
asked.  Between two moves of people the table may leave memory: `Table.has_own_work` says when it may not.
"""

from typing import Any

from ..core.game import Game
from . import bots
from .correspondence_clock import HOUR_SECONDS, MOVE_HOURS
from .sentences import refusal
from .settings import Settings
from .table import Table
from .vacation_commands import note_gone_seats, serialize_vacation, update_vacation


def check_move_hours(game: Game, hours: Any) -> int:
    """Return the hours for a move, 0 for a table that is played now. Raises Refused."""
    if hours == 0 and not isinstance(hours, bool):
        return 0
    if hours not in MOVE_HOURS or isinstance(hours, bool):
        raise refusal("movehours")
    require_turn_based(game)
    return int(hours)


def require_turn_based(game: Game) -> None:
    """Raise Refused for a game that is not played over days."""
    if game.seats[1] < 2:
        raise refusal("daysalone", title=game.localized_title)
    if game.races:
        raise refusal("daysrace", title=game.localized_title)


def require_correspondence(settings: Settings) -> None:
    """Raise Refused where a table of these settings cannot be one over days: a class's, one device's."""
    if settings.class_ or settings.hotseat:
        raise refusal("daysdevice" if settings.hotseat else "daysclass")


def note_late_seats(table: Table) -> None:
    """Hand the moves whose time is over to bots."""
    if table.is_correspondence and table.move_clock.note_late_seats(table.table_host.open_seconds()):
        note_gone_seats(table)
        table.last_input_at = table.table_host.wall_seconds()          # or a match that ends so would seem abandoned
        table.dirty.scene = True
        table.mark_changed()


def update_move_clock(table: Table, now: float) -> None:
    """Begin, stop and end the times of moves as the match, the host and a vacation say."""
    if not table.is_correspondence:
        return
    update_vacation(table, now)
    open_now = table.table_host.open_seconds()
    stands = table.settings.paused or table.vacation.current is not None
    changed = table.move_clock.set_running(not stands, open_now)
    asked = _asked_people(table)
    if table.move_clock.follow_turns(asked, table.settings.move_hours * HOUR_SECONDS, open_now) or changed:
        table.mark_changed()


def _asked_people(table: Table) -> dict[int, int]:
    """The seats of people that may act now, each with the number of moves that it has made in this match."""
    if table.phase != "playing" or table.history is None:
        return {}
    acting = table.acting_seats()
    moves = [event.seat for event in table.history.events if not event.quiet]
    return {chair.seat: moves.count(chair.seat) for chair in table.lobby.chairs
            if chair.kind == "person" and acting >> chair.seat & 1}


def note_own_work(table: Table, now: float) -> None:
    """Note whether something happens at a table over days without anybody: a bot moves, or a hand is dealt."""
    if not table.is_correspondence:
        return
    found = table.plays_over_days and not table.settings.paused and (
        table.phase == "rest" or table.take_back is not None or bool(table.bots.decisions)
        or bool(bots.list_acting_bots(table, now)))
    if found != table.has_own_work:
        table.has_own_work = found
        table.mark_changed()


def serialize_correspondence(table: Table) -> dict[str, Any] | None:
    """Return the time of a move, what is left of it by seat, and vacations; None at a table that is played now."""
    if not table.is_correspondence:
        return None
    clock, open_now = table.move_clock, table.table_host.open_seconds()
    return {"hours": table.settings.move_hours, "stands": clock.stopped_at is not None,
            "left": {str(seat): clock.seconds_left(seat, open_now) for seat in sorted(clock.due_at)},
            "vacation": serialize_vacation(table)}
