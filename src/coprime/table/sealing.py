"""How a match is sealed: the secret that waits for it, and the numbers that people add to it."""

from collections.abc import Callable
from typing import Any

from ..core.sealed import Seal, clean_contribution
from . import wire
from .lobby import Guest
from .sentences import no
from .speaker import done, seat_of, told_already
from .table import Table
from .visit import Visit


def seal(table: Table) -> Seal:
    """What the draws of the match that begins now follow from.  Another secret waits for the next one."""
    found = Seal(table.secret, tuple(chair.added for chair in table.lobby.chairs))
    table.draw_secret()
    for chair in table.lobby.chairs:
        chair.added = ""
    return found


def add(table: Table, visit: Visit, guest: Guest, message: wire.Add, now: float) -> None:
    """Somebody adds a number of their own to the next match, or takes it back with an empty one."""
    if told_already(table, visit, guest, message.id):
        return
    seat = seat_of(table, guest, message.seat)
    if not table.sealable:
        raise no("added")
    table.lobby.chairs[seat].added = clean_contribution(message.number)
    table.changed()
    done(table, visit, guest, message.id)


MESSAGES: dict[type, Callable[[Table, Visit, Guest, Any, float], None]] = {wire.Add: add}
