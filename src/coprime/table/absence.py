"""People whose pages are gone: how long until a bot plays for them, and waiting for them a minute longer."""

from collections.abc import Callable
from math import ceil
from typing import Any

from . import wire
from .authorize import acknowledge_message, reply_if_duplicate, require_seats
from .connection import Connection
from .lobby import Chair, TableGuest
from .sentences import refusal
from .table import Table

ADDED_SECONDS = 60.0            # by which "Wait for Anna" puts off the bot
MOST_ADDED_SECONDS = 300.0      # in one absence


def seconds_until_bot(table: Table, chair: Chair, now: float) -> int | None:
    """Return in how many seconds a bot plays a person's seat; None while somebody is here, or once a bot plays.

    At a table over days that does not depend on who is here.
    """
    if (table.is_correspondence
            or chair.kind != "person" or chair.who == table.teacher or table.lobby.is_anybody_present(chair)
            or table.is_gone(chair, now)):
        return None
    return ceil(max(guest.grace_end(table.table_host.grace_seconds) for guest in table.lobby.team_guests(chair)) - now)


def added_minutes_left(table: Table, chair: Chair) -> int:
    """Return how many minutes may still be added to the absence of a seat's people."""
    added = max((guest.added_seconds for guest in table.lobby.team_guests(chair)), default=MOST_ADDED_SECONDS)
    return int((MOST_ADDED_SECONDS - added) // ADDED_SECONDS)


def handle_wait(table: Table, connection: Connection, guest: TableGuest, message: wire.Wait, now: float) -> None:
    """Put off by a minute that a bot plays for people who are away."""
    if reply_if_duplicate(table, connection, guest, message.id):
        return
    require_seats(table, guest)
    chair = table.lobby.get_chair(message.seat)
    if seconds_until_bot(table, chair, now) is None or table.phase not in ("playing", "rest"):
        raise refusal("notaway")
    if not added_minutes_left(table, chair):
        raise refusal("waited", name=table.lobby.seat_name(chair), n=int(MOST_ADDED_SECONDS // ADDED_SECONDS))
    for other in table.lobby.team_guests(chair):
        other.added_seconds += ADDED_SECONDS
    table.dirty.table = True
    acknowledge_message(table, connection, guest, message.id)


MESSAGES: dict[type, Callable[[Table, Connection, TableGuest, Any, float], None]] = {wire.Wait: handle_wait}
