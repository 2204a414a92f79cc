"""A table of a class: its teacher is the host, looks into hands, and is told who is stuck.

They hold no seat but the one that the rules give to a teacher, if there is one.  A bot plays that seat, except at a
table where the teacher is viewing it.  If the others wait there for TEACHER_PATIENCE seconds, the bot plays there, too.

Each function of `MESSAGES` carries out one kind of message, or raises Refused with a sentence for the sender.
"""

from collections.abc import Callable
from typing import Any

from ..core.errors import BadInput
from . import wire
from .authorize import acknowledge_message, require_seats
from .chat import clean_line
from .connection import Connection
from .lobby import TableGuest
from .sentences import refusal
from .table import Table

MOST_REFUSALS = 20              # refused actions that are remembered for the teacher
TEACHER_PATIENCE = 20.0         # seconds that a table waits for the teacher, who may have gone to another one


def handle_call(table: Table, connection: Connection, guest: TableGuest, message: wire.Call, now: float) -> None:
    """Call the teacher to a table, or withdraw the call."""
    require_seats(table, guest)
    if table.teacher is None:
        raise refusal("noclass")
    guest.calls_teacher = message.on
    table.mark_changed()
    acknowledge_message(table, connection, guest, message.id)


def handle_watch(table: Table, connection: Connection, guest: TableGuest, message: wire.WatchSeat, now: float) -> None:
    """Show the teacher another seat's view, or the spectator's; everything is sent anew."""
    _require_teacher(table, guest)
    if message.seat is not None:
        table.lobby.get_chair(message.seat)
    connection.watched_seat, connection.last_sent_event, connection.needs_everything = message.seat, 0, True
    connection.plays_own_seat = message.seat is not None and message.seat == table.teacher_seat
    table.dirty.table = True                            # everybody is told whether the teacher plays
    acknowledge_message(table, connection, guest, message.id)


def handle_nudge(table: Table, connection: Connection, guest: TableGuest, message: wire.Nudge, now: float) -> None:
    """Send a line to one seat alone; its people no longer ask for the teacher."""
    _require_teacher(table, guest)
    people, text = table.lobby.get_chair(message.seat).people, clean_line(message.text)
    if not people:
        raise refusal("nobody", seat=message.seat)
    for who in people:
        table.lobby.guests[who].calls_teacher = False
    table.mark_changed()
    data = wire.encoder.encode({"type": "nudge", "text": text})
    table.changes.replies.extend((other.link, data) for other in table.connections if other.who in people)
    acknowledge_message(table, connection, guest, message.id)


def _require_teacher(table: Table, guest: TableGuest) -> None:
    if guest.who != table.teacher:
        raise refusal("teacher")


def note_refusal(table: Table, connection: Connection, message: wire.Message, refused: BadInput) -> None:
    """Remember for the teacher what was refused at a table of the class; refusals in a pause do not count."""
    if table.teacher in (None, connection.who) or table.settings.paused or not isinstance(message, wire.Act):
        return
    seat = next(iter(table.lobby.seats_of(connection.who or 0)), None)
    entry = {"seat": seat, "acts": message.acts, "sentence": str(refused), "rule": getattr(refused, "rule", "")}
    table.recent_refusals = [*table.recent_refusals[1 - MOST_REFUSALS:], entry]
    table.dirty.table = True


def serialize_teaching(table: Table) -> dict[str, Any]:
    """Return what only the teacher is told, as JSON.

    still    seconds since something happened
    refused  actions that were refused
    calls    seats that ask for the teacher
    desk     the teacher's seat
    attends  whether the teacher, not a bot, acts in it
    """
    calls = {guest.who for guest in table.lobby.guests.values() if guest.calls_teacher}
    return {"still": max(0, table.table_host.wall_seconds() - table.last_event_at), "refused": table.recent_refusals,
            "calls": [chair.seat for chair in table.lobby.chairs if calls & {*chair.people}],
            "desk": table.teacher_seat, "attends": table.does_teacher_play}


def wait_for_teacher(table: Table, now: float) -> None:
    """Wait for the teacher in their seat for TEACHER_PATIENCE seconds.

    Then treat them as away until they look again.
    """
    seat = table.teacher_seat
    if seat is None or not (table.is_running and table.does_teacher_play and table.acting_seats() >> seat & 1):
        table.teacher_wait = None
    elif table.teacher_wait is None or table.teacher_wait[0] != table.n:
        table.teacher_wait = table.n, now
    elif now >= teacher_deadline(table):
        for connection in table.connections:
            connection.plays_own_seat = False
        table.teacher_wait, table.dirty.table = None, True


def teacher_deadline(table: Table) -> float:
    """When a table has waited long enough for its teacher (monotonic seconds)."""
    return float("inf") if table.teacher_wait is None else table.teacher_wait[1] + TEACHER_PATIENCE


MESSAGES: dict[type, Callable[[Table, Connection, TableGuest, Any, float], None]] = {
    wire.Call: handle_call, wire.WatchSeat: handle_watch, wire.Nudge: handle_nudge,
}
