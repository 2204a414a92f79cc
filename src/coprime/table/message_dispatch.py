"""Inputs from the connections of a table: their messages, and their end."""

import logging

from ..core.errors import BadInput
from . import (
    absence,
    chat,
    class_table,
    hints,
    host_commands,
    move_commands,
    query_commands,
    rated_table,
    reactions,
    rematch,
    sealing,
    seat_claims,
    take_back_consent,
    tournament_table,
    vacation_commands,
    wire,
)
from .authorize import acknowledge_message, reply_if_duplicate, require_guest
from .connection import Connection
from .sentences import refusal
from .table import Table

log = logging.getLogger(__name__)
MESSAGES = move_commands.MESSAGES | query_commands.MESSAGES | hints.MESSAGES | sealing.MESSAGES
MESSAGES |= seat_claims.MESSAGES | chat.MESSAGES
MESSAGES |= class_table.MESSAGES | rematch.MESSAGES | absence.MESSAGES | reactions.MESSAGES | take_back_consent.MESSAGES
MESSAGES |= vacation_commands.MESSAGES


def receive_message(table: Table, connection: Connection, message: wire.Message, now: float) -> None:
    """Carry out a message from a browser, or refuse it with a sentence."""
    if connection not in table.connections:
        return
    table.last_input_at = table.table_host.wall_seconds()
    with table.speak_to(connection):
        try:
            _dispatch_message(table, connection, message, now)
        except BadInput as refused:
            class_table.note_refusal(table, connection, message, refused)
            table.refuse_message(connection, getattr(message, "id", ""), refused)
        except Exception:
            log.exception("%s at table %s of %s", type(message).__name__, table.code, table.game.name,
                          extra={"table": table.code})
            table.refuse_message(connection, getattr(message, "id", ""), refusal("fault"))


def _dispatch_message(table: Table, connection: Connection, message: wire.Message, now: float) -> None:
    if isinstance(message, wire.Ping):
        return table.reply_to(connection, {"type": "pong"})
    if table.is_closed:
        raise refusal("closed")
    if isinstance(message, wire.Hello):
        return seat_claims.handle_hello(table, connection, message, now)
    guest = require_guest(table, connection)
    if table.settings.tournament:
        tournament_table.require_unfixed(message)
    rated_table.require_rated_rules(table.settings, message)
    if not isinstance(message, wire.HostCommand):
        return MESSAGES[type(message)](table, connection, guest, message, now)
    if guest.who != table.lobby.host:
        raise refusal("host")
    if not reply_if_duplicate(table, connection, guest, message.id):
        host_commands.HOST_COMMANDS[type(message)](table, guest, message, now)
        acknowledge_message(table, connection, guest, message.id)


def remove_connection(table: Table, connection: Connection, now: float) -> None:
    """Remove a connection that has ended."""
    if connection not in table.connections:
        return
    table.connections.remove(connection)
    guest = table.lobby.guests.get(connection.who or 0)
    if guest:
        guest.connection_count -= 1
        guest.gone_since = now
        table.dirty.table = True
    if not table.is_awake:
        table.empty_since = now
