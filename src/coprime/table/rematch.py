"""Ask for another match when one is over: the host's word begins it, or that of every seat whose people are here.

A class decides by its teacher alone: there the others only ask.
"""

from collections.abc import Callable
from typing import Any

from . import bot_chairs, match_lifecycle, wire
from .authorize import acknowledge_message, message_key, reply_if_duplicate, require_seats
from .connection import Connection
from .lobby import Chair, TableGuest
from .sentences import refusal
from .settings import check_deal
from .table import Table


def require_match_over(table: Table) -> None:
    """Let bots replace the programs if a new match may begin now. Raises Refused otherwise."""
    if table.phase == "lobby":
        raise refusal("notstarted")
    if table.phase != "over" and not table.settings.practice:
        raise refusal("notover")
    bot_chairs.replace_programs_with_bots(table)


def handle_rematch(table: Table, connection: Connection, guest: TableGuest, message: wire.Rematch, now: float) -> None:
    """Begin another match with the same people as the host, or ask for one; withdraw that with `on` false."""
    if reply_if_duplicate(table, connection, guest, message.id):
        return
    if guest.who == table.lobby.host and message.on:
        require_match_over(table)
        if message.deal is not None:
            table.settings.deal = check_deal(table.game, message.deal)
        _begin_rematch(table, message.rotate, now, message_key(guest, message.id))
    else:
        _note_wish(table, guest, message.on)
        begin_agreed_match(table, now)
    acknowledge_message(table, connection, guest, message.id)


def _note_wish(table: Table, guest: TableGuest, wish: bool) -> None:
    require_seats(table, guest)
    if table.phase != "over":
        raise refusal("notstarted" if table.phase == "lobby" else "notover")
    (table.rematch_wishes.add if wish else table.rematch_wishes.discard)(guest.who)
    table.mark_changed()


def begin_agreed_match(table: Table, now: float) -> None:
    """Begin the match that everybody has asked for: seats move round by one, and the deal is a new one.

    Whoever is away is not asked; of a team one person is enough.
    """
    if not table.rematch_wishes or table.phase != "over" or table.teacher is not None:
        return
    asked = [_has_asked(table, chair) for chair in table.lobby.chairs
             if chair.kind == "person" and not table.is_gone(chair, now)]
    if asked and all(asked):
        require_match_over(table)
        table.settings.deal = 0
        _begin_rematch(table, True, now, "")


def _has_asked(table: Table, chair: Chair) -> bool:
    return not table.rematch_wishes.isdisjoint(chair.people)


def _begin_rematch(table: Table, rotate: bool, now: float, message: str) -> None:
    if rotate:
        bot_chairs.rotate_seats(table)
    match_lifecycle.begin_match(table, now, message)


MESSAGES: dict[type, Callable[[Table, Connection, TableGuest, Any, float], None]] = {wire.Rematch: handle_rematch}
