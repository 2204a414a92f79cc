"""How a match is sealed: the secret that waits for it, and the numbers that people add to it."""

from collections.abc import Callable
from typing import Any

from ..core.sealed import Seal, clean_contribution
from . import wire
from .authorize import acknowledge, reply_if_duplicate, seat_addressed
from .connection import Connection
from .lobby import Guest
from .sentences import refusal
from .table import Table


def new_seal(table: Table) -> Seal:
    """What the draws of the match that begins now follow from.  Another secret waits for the next one."""
    found = Seal(table.secret, tuple(chair.added for chair in table.lobby.chairs))
    table.draw_secret()
    for chair in table.lobby.chairs:
        chair.added = ""
    return found


def add_number(table: Table, visit: Connection, guest: Guest, message: wire.Add, now: float) -> None:
    """Somebody adds a number of their own to the next match, or takes it back with an empty one."""
    if reply_if_duplicate(table, visit, guest, message.id):
        return
    seat = seat_addressed(table, guest, message.seat)
    if not table.may_add_numbers:
        raise refusal("added")
    table.lobby.chairs[seat].added = clean_contribution(message.number)
    table.mark_changed()
    acknowledge(table, visit, guest, message.id)


MESSAGES: dict[type, Callable[[Table, Connection, Guest, Any, float], None]] = {wire.Add: add_number}
