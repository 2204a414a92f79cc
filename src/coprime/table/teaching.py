"""A table of a class: its teacher is the host, looks into hands, and is told who is stuck.

They hold no seat but the one that the rules give to a teacher, if there is one.  They have many tables, so a seat of
theirs is played by a bot but where they look with its eyes, and there too when they have kept the others waiting.

Each function of `MESSAGES` carries out one kind of message, or raises Refused.
"""

from collections.abc import Callable
from typing import Any

from ..core.errors import BadInput
from . import wire
from .authorize import acknowledge, seats_speaking
from .connection import Connection
from .lobby import Guest
from .sentences import refusal
from .table import Table
from .talk import clean_line

MOST_REFUSED = 20       # that are remembered for the teacher
PATIENCE = 20.0         # seconds that a table waits for the teacher, who may have gone to another one


def call(table: Table, visit: Connection, guest: Guest, message: wire.Call, now: float) -> None:
    """Somebody asks for the teacher."""
    seats_speaking(table, guest)
    if table.teacher is None:
        raise refusal("noclass")
    guest.calls = message.on
    table.mark_changed()
    acknowledge(table, visit, guest, message.id)


def watch(table: Table, visit: Connection, guest: Guest, message: wire.Watch, now: float) -> None:
    """The teacher looks with other eyes: everything is told anew."""
    _teaches(table, guest)
    if message.seat is not None:
        table.lobby.chair(message.seat)
    visit.watches, visit.n, visit.fresh = message.seat, 0, True
    visit.attends, table.marks.table = message.seat is not None and message.seat == table.desk, True
    acknowledge(table, visit, guest, message.id)


def nudge(table: Table, visit: Connection, guest: Guest, message: wire.Nudge, now: float) -> None:
    """A line for one seat alone; whoever sits there no longer asks."""
    _teaches(table, guest)
    people, text = table.lobby.chair(message.seat).people, clean_line(message.text)
    if not people:
        raise refusal("nobody", seat=message.seat)
    for who in people:
        table.lobby.guests[who].calls = False
    table.mark_changed()
    told = wire.encoder.encode({"type": "nudge", "text": text})
    table.unit.replies.extend((other.link, told) for other in table.visits if other.who in people)
    acknowledge(table, visit, guest, message.id)


def _teaches(table: Table, guest: Guest) -> None:
    if guest.who != table.teacher:
        raise refusal("teacher")


def note_refusal(table: Table, visit: Connection, message: wire.Message, refused: BadInput) -> None:
    """What a table of a class did not take is remembered for the teacher, but not that it was paused."""
    if table.teacher in (None, visit.who) or table.settings.paused or not isinstance(message, wire.Act):
        return
    seat = next(iter(table.lobby.seats_of(visit.who or 0)), None)
    told = {"seat": seat, "acts": message.acts, "sentence": str(refused), "rule": getattr(refused, "rule", "")}
    table.refused = [*table.refused[1 - MOST_REFUSED:], told]
    table.marks.table = True


def serialize_teaching(table: Table) -> dict[str, Any]:
    """What only the teacher is told: seconds since something happened, who asks for them, what was refused, which seat
    is for them and whether they act in it."""
    calls = {guest.who for guest in table.lobby.guests.values() if guest.calls}
    return {"still": max(0, table.outside.wall() - table.moved), "refused": table.refused,
            "calls": [chair.seat for chair in table.lobby.chairs if calls & {*chair.people}],
            "desk": table.desk, "attends": table.is_attended}


def wait_for_teacher(table: Table, now: float) -> None:
    """A table waits a while for the teacher in their seat; then they are elsewhere, until they look again."""
    desk = table.desk
    if desk is None or not (table.is_running and table.is_attended and table.acting_seats() >> desk & 1):
        table.waiting = None
    elif table.waiting is None or table.waiting[0] != table.n:
        table.waiting = table.n, now
    elif now >= teacher_deadline(table):
        for visit in table.visits:
            visit.attends = False
        table.waiting, table.marks.table = None, True


def teacher_deadline(table: Table) -> float:
    """When a table has waited long enough for its teacher (monotonic seconds)."""
    return float("inf") if table.waiting is None else table.waiting[1] + PATIENCE


MESSAGES: dict[type, Callable[[Table, Connection, Guest, Any, float], None]] = {
    wire.Call: call, wire.Watch: watch, wire.Nudge: nudge,
}
