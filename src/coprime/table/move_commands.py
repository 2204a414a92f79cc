"""What changes the match: acting, going on from a rest, taking back.

Each function of `MESSAGES` carries out one kind of message, or raises Refused.
"""

from collections.abc import Callable, Collection
from typing import Any

from ..core.seats import CHANCE
from . import match_lifecycle, wire
from .authorize import acknowledge_message, check_playing, message_key, reply_if_duplicate, require_seat, require_seats
from .connection import Connection
from .lobby import TableGuest
from .sentences import refusal
from .table import Table


def handle_act(table: Table, connection: Connection, guest: TableGuest, message: wire.Act, now: float) -> None:
    """Carry out the actions of a seat."""
    if reply_if_duplicate(table, connection, guest, message.id):
        return
    seat = require_seat(table, guest, message.seat)
    check_playing(table)
    history = table.history
    if history and 0 < message.seen < history.cuts[0][0]:
        raise refusal("seen")
    if table.is_resting():
        raise refusal("chance")
    actions = [table.match.read(seat, label) for label in message.acts]
    match_lifecycle.act_for_seat(table, seat, actions, now, message_key(guest, message.id))
    acknowledge_message(table, connection, guest, message.id)


def handle_go(table: Table, connection: Connection, guest: TableGuest, message: wire.Go, now: float) -> None:
    """Continue from a rest."""
    if reply_if_duplicate(table, connection, guest, message.id):
        return
    require_seats(table, guest)
    check_playing(table)
    if not table.is_resting():
        raise refusal("rest")
    match_lifecycle.continue_from_rest(table, now, message_key(guest, message.id))
    acknowledge_message(table, connection, guest, message.id)


def handle_undo(table: Table, connection: Connection, guest: TableGuest, message: wire.Undo, now: float) -> None:
    """Undo the last action of the speaker; in practice any step after the first deal."""
    if reply_if_duplicate(table, connection, guest, message.id):
        return
    own_seats = require_seats(table, guest) if message.seat is None else [require_seat(table, guest, message.seat)]
    if table.settings.paused:
        raise refusal("paused" if table.teacher is None else "pausedclass")
    step = undo_target(table, own_seats)
    last = table.history.step_count if table.history else 0
    if message.to is not None:
        if (not table.settings.practice or not _first_deal_end(table) <= message.to <= last
                or _has_irrevocable_event_since(table, message.to)):
            raise refusal("undoto", last=last)
        step = message.to
    if step is None:
        raise refusal("undo")
    match_lifecycle.undo_to_step(table, step, now, message_key(guest, message.id))
    acknowledge_message(table, connection, guest, message.id)


def undo_target(table: Table, seats: Collection[int]) -> int | None:
    """Return the step that an undo by these seats leads back to; None where nothing can be undone."""
    history = table.history
    if history is None or not history.events:
        return None
    if table.settings.practice:
        own = [step for step, event in enumerate(history.events) if event.seat in seats]
        return own[-1] if own and not _has_irrevocable_event_since(table, own[-1]) else None
    last = history.events[-1]
    return history.step_count - 1 if last.seat in seats and last.quiet else None


def _has_irrevocable_event_since(table: Table, step: int) -> bool:
    """Has something happened after a step that may never be taken back?"""
    return any(event.final for event in table.history.events[step:]) if table.history else False


def _first_deal_end(table: Table) -> int:
    """The step after the first dealing: nothing before it is anybody's."""
    happened = table.history.events if table.history else []
    return next((step for step, event in enumerate(happened) if event.seat != CHANCE), len(happened))


MESSAGES: dict[type, Callable[[Table, Connection, TableGuest, Any, float], None]] = {
    wire.Act: handle_act, wire.Go: handle_go, wire.Undo: handle_undo,
}
