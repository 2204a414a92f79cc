"""What changes the match: acting, going on from a rest, taking back.

Each function of `MESSAGES` carries out one kind of message, or raises Refused.
"""

from collections.abc import Callable, Collection
from typing import Any

from ..core.seats import CHANCE
from . import play, wire
from .authorize import acknowledge, check_playing, message_key, reply_if_duplicate, seat_addressed, seats_speaking
from .connection import Connection
from .lobby import Guest
from .sentences import refusal
from .table import Table


def act(table: Table, visit: Connection, guest: Guest, message: wire.Act, now: float) -> None:
    if reply_if_duplicate(table, visit, guest, message.id):
        return
    seat = seat_addressed(table, guest, message.seat)
    check_playing(table)
    history = table.history
    if history and 0 < message.seen < history.cuts[0][0]:
        raise refusal("seen")
    if table.is_resting():
        raise refusal("chance")
    actions = [table.match.read(seat, label) for label in message.acts]
    play.act_for_seat(table, seat, actions, now, message_key(guest, message.id))
    acknowledge(table, visit, guest, message.id)


def go(table: Table, visit: Connection, guest: Guest, message: wire.Go, now: float) -> None:
    if reply_if_duplicate(table, visit, guest, message.id):
        return
    seats_speaking(table, guest)
    check_playing(table)
    if not table.is_resting():
        raise refusal("rest")
    play.go_on_from_rest(table, now, message_key(guest, message.id))
    acknowledge(table, visit, guest, message.id)


def undo(table: Table, visit: Connection, guest: Guest, message: wire.Undo, now: float) -> None:
    if reply_if_duplicate(table, visit, guest, message.id):
        return
    held = seats_speaking(table, guest) if message.seat is None else [seat_addressed(table, guest, message.seat)]
    if table.settings.paused:
        raise refusal("paused" if table.teacher is None else "pausedclass")
    step = undo_target(table, held)
    last = table.history.step if table.history else 0
    if message.to is not None:
        if not table.settings.practice or not _dealt(table) <= message.to <= last or _stays(table, message.to):
            raise refusal("undoto", last=last)
        step = message.to
    if step is None:
        raise refusal("undo")
    play.take_back_to(table, step, now, message_key(guest, message.id))
    acknowledge(table, visit, guest, message.id)


def undo_target(table: Table, seats: Collection[int]) -> int | None:
    """The step that an undo of these seats leads back to; None where nothing can be taken back."""
    history = table.history
    if history is None or not history.happened:
        return None
    if table.settings.practice:
        own = [step for step, event in enumerate(history.happened) if event.seat in seats]
        return own[-1] if own and not _stays(table, own[-1]) else None
    last = history.happened[-1]
    return history.step - 1 if last.seat in seats and last.quiet else None


def _stays(table: Table, step: int) -> bool:
    """Has something happened after a step that may never be taken back?"""
    return any(event.final for event in table.history.happened[step:]) if table.history else False


def _dealt(table: Table) -> int:
    """The step after the first dealing: nothing before it is anybody's."""
    happened = table.history.happened if table.history else []
    return next((step for step, event in enumerate(happened) if event.seat != CHANCE), len(happened))


MESSAGES: dict[type, Callable[[Table, Connection, Guest, Any, float], None]] = {
    wire.Act: act, wire.Go: go, wire.Undo: undo,
}
