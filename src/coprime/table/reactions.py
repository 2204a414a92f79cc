"""Six quick reactions that people at a table send each other; nothing of them is stored. A class has none."""

from collections.abc import Callable
from typing import Any

from . import wire
from .authorize import acknowledge_message
from .chat import is_silent_moment
from .connection import Connection
from .lobby import TableGuest
from .sentences import refusal
from .table import Table

REACTIONS = ("well", "lucky", "thinking", "oops", "turn", "thanks")
MOST_REACTIONS, PERIOD_SECONDS = 5, 30.0        # of one person


def handle_react(table: Table, connection: Connection, guest: TableGuest, message: wire.React, now: float) -> None:
    """Send a reaction to everybody. Raises Refused in a class, where talk is off, and for too many of them."""
    if table.settings.class_ or table.settings.classroom:
        raise refusal("reactclass")
    if not table.settings.talk:
        raise refusal("talk")
    if is_silent_moment(table):
        raise refusal("hush")
    if message.kind not in REACTIONS:
        raise refusal("reaction")
    guest.reacted_at = [at for at in guest.reacted_at if now < at + PERIOD_SECONDS]
    if len(guest.reacted_at) >= MOST_REACTIONS:
        raise refusal("reactions", n=MOST_REACTIONS)
    guest.reacted_at.append(now)
    acknowledge_message(table, connection, guest, message.id)
    data = wire.encoder.encode({"type": "reaction", "who": guest.who, "name": guest.name, "kind": message.kind})
    table.changes.replies.extend((other.link, data) for other in table.connections_hearing(guest.who))


MESSAGES: dict[type, Callable[[Table, Connection, TableGuest, Any, float], None]] = {wire.React: handle_react}
