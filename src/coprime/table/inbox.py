"""What comes over the connections of a table: messages, and their end.  Each function is an input (see `pipeline`)."""

import logging

from ..core.errors import BadInput
from ..core.language import use_language
from . import hints, host, moves, questions, sealing, seats, talk, teaching, wire
from .authorize import acknowledge, guest_speaking, reply_if_duplicate
from .connection import Connection
from .sentences import refusal
from .table import Table

log = logging.getLogger(__name__)
MESSAGES = moves.MESSAGES | questions.MESSAGES | hints.MESSAGES | sealing.MESSAGES | seats.MESSAGES | talk.MESSAGES
MESSAGES |= teaching.MESSAGES


def receive(table: Table, visit: Connection, message: wire.Message, now: float) -> None:
    """A message from a browser: it is carried out, or refused with a sentence."""
    if visit not in table.visits:
        return
    table.touched = table.outside.wall()
    with use_language(visit.language):
        try:
            _hear(table, visit, message, now)
        except BadInput as refused:
            teaching.note_refusal(table, visit, message, refused)
            table.refuse(visit, getattr(message, "id", ""), refused)
        except Exception:
            log.exception("%s at table %s of %s", type(message).__name__, table.code, table.game.name,
                          extra={"table": table.code})
            table.refuse(visit, getattr(message, "id", ""), refusal("fault"))


def _hear(table: Table, visit: Connection, message: wire.Message, now: float) -> None:
    if isinstance(message, wire.Ping):
        return table.reply(visit, {"type": "pong"})
    if table.closed:
        raise refusal("closed")
    if isinstance(message, wire.Hello):
        return seats.hello(table, visit, message, now)
    guest = guest_speaking(table, visit)
    if not isinstance(message, wire.HostCommand):
        return MESSAGES[type(message)](table, visit, guest, message, now)
    if guest.who != table.lobby.host:
        raise refusal("host")
    if not reply_if_duplicate(table, visit, guest, message.id):
        host.ORDERS[type(message)](table, guest, message, now)
        acknowledge(table, visit, guest, message.id)


def leave(table: Table, visit: Connection, now: float) -> None:
    """A connection is gone."""
    if visit not in table.visits:
        return
    table.visits.remove(visit)
    guest = table.lobby.guests.get(visit.who or 0)
    if guest:
        guest.here -= 1
        guest.gone = now
        table.marks.table = True
    if not table.is_awake:
        table.alone = now
