"""Take back one's last move with the consent of all who have seen it.

It is asked of every seat whose people are not away; bots and clocks stand still meanwhile. No answer is a no, and so
is a move of anybody. Nothing is taken back that has uncovered something: a card, a die, or whatever its actor did not
know. A question that is open when the server ends is gone, which is a no as well.
"""

from collections.abc import Callable
from typing import Any

from ..core.seats import CHANCE
from . import match_lifecycle, wire
from .authorize import acknowledge_message, check_playing, message_key, reply_if_duplicate, require_seat
from .connection import Connection
from .lobby import TableGuest
from .reveal_check import shows_something_new
from .sentences import refusal
from .table import Table
from .table_notices import Fact
from .take_back_request import TakeBackRequest

CONSENT_SECONDS = 30.0
MOST_REFUSED = 3            # questions of one seat in one match that were not granted


def step_to_take_back(table: Table, seat: int) -> int | None:
    """Return the step before a seat's last move; None where nobody could agree to go back there.

    Since then nothing may have been drawn, no time run out, and nobody else have done more than an undoable action.
    """
    history = table.history
    if (history is None or not table.settings.take_back or table.settings.practice or table.phase != "playing"
            or table.lobby.program_chairs):
        return None
    for step in range(history.step_count - 1, -1, -1):
        event = history.events[step]
        if event.seat == seat and not event.quiet:
            return None if event.final else step
        if event.seat >= CHANCE or not event.quiet or event.final:
            return None
    return None


def handle_take_back(table: Table, connection: Connection, guest: TableGuest, message: wire.TakeBack,
                     now: float) -> None:
    """Ask to take back a move, answer such a question with `yes`, or withdraw one's own."""
    if reply_if_duplicate(table, connection, guest, message.id):
        return
    if message.yes is None:
        _ask(table, guest, require_seat(table, guest, message.seat), now, message_key(guest, message.id))
    else:
        _answer(table, guest, message.yes, now)
    acknowledge_message(table, connection, guest, message.id)


def _ask(table: Table, guest: TableGuest, seat: int, now: float, message: str) -> None:
    check_playing(table)
    if not table.settings.take_back:
        raise refusal("takebackoff")
    if table.take_back is not None:
        raise refusal("takebackopen")
    step, history = step_to_take_back(table, seat), table.history
    if step is None or history is None:
        raise refusal("takeback")
    if table.take_backs_refused.get(seat, 0) >= MOST_REFUSED:
        raise refusal("takebackmost", n=MOST_REFUSED)
    if shows_something_new(history.match, history.position_at(step), seat, history.events[step].action):
        raise refusal("takebackshown")
    asked = {chair.seat for chair in table.lobby.chairs if chair.kind == "person" and guest.who not in chair.people
             and not table.is_gone(chair, now)}
    table.take_back = TakeBackRequest(seat, guest.who, step, table.n, asked, now + CONSENT_SECONDS, message)
    if not asked:
        return _grant(table, table.take_back, now)
    table.dirty.table = True


def _answer(table: Table, guest: TableGuest, yes: bool, now: float) -> None:
    """Count an answer of somebody who was asked, or the asker's second thoughts. Raises Refused for others."""
    request = table.take_back
    seats = {*table.lobby.seats_of(guest.who)}
    if request is None or not seats & {request.seat, *request.asked}:
        raise refusal("takebacknone")
    if not yes:
        return _end(table, request, "announced.keptmove", now, table.lobby.name_fact(guest.who))
    request.agreed |= seats & request.asked
    table.dirty.table = True
    if request.agreed == request.asked:
        _grant(table, request, now)


def end_outdated_request(table: Table, now: float) -> None:
    """End a question that nobody has answered in time, or beside which the match has gone on."""
    request = table.take_back
    if request is None:
        return
    if table.n != request.n or table.phase != "playing" or table.settings.paused:
        _end(table, request, "announced.playedon", now)
    elif now >= request.ends_at:
        _end(table, request, "announced.noanswer", now)


def _end(table: Table, request: TakeBackRequest, key: str, now: float, name: Fact = "") -> None:
    table.take_back = None
    table.take_backs_refused[request.seat] = table.take_backs_refused.get(request.seat, 0) + 1
    table.announcements.add(key, now, name=name)
    table.dirty.table = table.dirty.scene = True


def _grant(table: Table, request: TakeBackRequest, now: float) -> None:
    table.take_back = None
    name = table.lobby.seat_fact(table.lobby.chairs[request.seat])
    match_lifecycle.undo_to_step(table, request.step, now, request.message, request.seat)
    table.announcements.add("announced.tookback", now, name=name)
    table.dirty.table = table.dirty.scene = True


def serialize_request(table: Table, text: Callable[[int], str], now: float) -> dict[str, Any]:
    """Return whether moves can be taken back here, and the open question; `text` tells a step's line of the log."""
    request = table.take_back
    asked = None if request is None else {
        "seat": request.seat, "text": text(request.step + 1), "seconds": round(max(0.0, request.ends_at - now)),
        "asked": sorted(request.asked), "agreed": sorted(request.agreed)}
    return {"on": table.settings.take_back, "asked": asked}


MESSAGES: dict[type, Callable[[Table, Connection, TableGuest, Any, float], None]] = {wire.TakeBack: handle_take_back}
