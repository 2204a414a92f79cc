"""How a match is sealed: the secret that waits for it, and the numbers that people add to it."""

from collections.abc import Callable
from typing import Any

from ..core.sealed import Seal, clean_contribution
from . import wire
from .authorize import acknowledge_message, reply_if_duplicate, require_seat
from .connection import Connection
from .lobby import TableGuest
from .sentences import refusal
from .table import Table


def new_seal(table: Table) -> Seal:
    """Return the seed material of the match that begins now, and draw a new secret for the next one."""
    found = Seal(table.secret, tuple(chair.added for chair in table.lobby.chairs))
    table.draw_secret()
    for chair in table.lobby.chairs:
        chair.added = ""
    return found


def add_number(table: Table, connection: Connection, guest: TableGuest, message: wire.Add, now: float) -> None:
    """Add a number of a person to the seed of the next match; an empty one withdraws it."""
    if reply_if_duplicate(table, connection, guest, message.id):
        return
    seat = require_seat(table, guest, message.seat)
    if not table.may_add_numbers:
        raise refusal("added")
    table.lobby.chairs[seat].added = clean_contribution(message.number)
    table.mark_changed()
    acknowledge_message(table, connection, guest, message.id)


MESSAGES: dict[type, Callable[[Table, Connection, TableGuest, Any, float], None]] = {wire.Add: add_number}
