"""Hints for a seat in one position: computed once, shared by all who ask, and revealed step by step."""

import logging
from collections.abc import Callable
from typing import Any

from ..core.attr_view import to_object
from ..core.language_selection import current_language
from . import wire
from .authorize import check_playing, message_key, require_seat
from .connection import Connection
from .hidden_people import hidden_people
from .lobby import TableGuest
from .pending_bot_jobs import HintLadder, PendingHintRequest
from .sentences import refusal
from .table import Table

MOST_WAITING_HINTS = 5        # requests of one person for one seat that wait for the same thought

log = logging.getLogger(__name__)


def handle_hint(table: Table, connection: Connection, guest: TableGuest, message: wire.Hint, now: float) -> None:
    """Answer a request for a hint, or queue it until the hints of the position are computed.

    Raises Refused where hints are off, or where this person has too many requests waiting.
    """
    seat = require_seat(table, guest, message.seat)
    check_playing(table)
    if not table.settings.hints:
        raise refusal("hints")
    request, ladder = PendingHintRequest(connection, guest, message.id, message.again), table.hint_ladders.get(seat)
    if ladder is None or (ladder.position_number, ladder.language, ladder.hidden) != (
            table.visible_number_for(seat), connection.language, hidden_people()):
        ladder = _begin_ladder(table, seat, guest)
    if ladder.hint_steps is not None:
        return _send_hints(table, seat, ladder, request)
    if sum(other.guest is guest for other in ladder.waiting_requests) >= MOST_WAITING_HINTS:
        raise refusal("hintswait", n=MOST_WAITING_HINTS)
    ladder.waiting_requests.append(request)


def seat_question(table: Table, seat: int) -> tuple[int, list[int]]:
    """Return the number of the seat's past actions and its listed actions now.

    The pair stays equal while only others act and the seat has the same choices. The list is empty where it is not the
    seat's turn, since it could depend on what the seat does not see.
    """
    acted = sum(event.seat == seat for event in table.match.events)
    return acted, table.match.sound_actions(seat) if seat in table.match.to_act() else []


def _begin_ladder(table: Table, seat: int, guest: TableGuest) -> HintLadder:
    """A thought about the position as it is.  Raises Refused when this person has asked for too many.

    Where others have acted since, and the seat is still asked the same, what was opened stays open and is not counted
    again.
    """
    before, question = table.hint_ladders.get(seat), seat_question(table, seat)
    opened = before.opened_count if before and before.question == question else 0
    view, seat_names = to_object(table.match.view(seat)), table.lobby.seat_names()
    ladder = HintLadder(table.visible_number_for(seat), current_language(), hidden_people(), question, opened)

    def finish(result: Any, now: float) -> None:
        _finish_ladder(table, seat, ladder, result)

    table.table_host.run_job(table, lambda: table.game.hint_steps(view, seat, seat_names), finish, guest.key)
    table.hint_ladders[seat] = ladder
    return ladder


def _finish_ladder(table: Table, seat: int, ladder: HintLadder, result: Any) -> None:
    """A thought has come to its end: whoever waited is answered, in the order of asking."""
    has_failed = isinstance(result, Exception)
    if has_failed:
        log.error("a hint at table %s of %s failed", table.code, table.game.name, exc_info=result,
                  extra={"table": table.code})
    else:
        ladder.hint_steps, ladder.opened_count = result, min(ladder.opened_count, len(result))
    is_current = (table.hint_ladders.get(seat) is ladder and table.history is not None
                  and ladder.position_number == table.visible_number_for(seat))
    if has_failed and is_current:
        del table.hint_ladders[seat]
    waiting, ladder.waiting_requests = ladder.waiting_requests, []
    for asked in waiting:
        if asked.connection not in table.connections:
            continue
        with table.speak_to(asked.connection):
            if has_failed:
                table.refuse_message(asked.connection, asked.id, refusal("hintfault"))
            elif not is_current:
                table.refuse_message(asked.connection, asked.id, refusal("hintlate"))
            else:
                _send_hints(table, seat, ladder, asked)


def _send_hints(table: Table, seat: int, ladder: HintLadder, request: PendingHintRequest) -> None:
    """Send one hint step more, counted; the same ones for a message that is sent again or asks for no more.

    Each comes with the cards that it is about; the last with its actions as labels, so that they can be done at once.
    """
    hint_steps, chair = ladder.hint_steps or [], table.lobby.chairs[seat]
    if not hint_steps and not request.is_repeat:
        return table.refuse_message(request.connection, request.id, refusal("nohints"))
    if request.guest.who not in chair.people:
        return table.refuse_message(request.connection, request.id, refusal("notyours", seat=seat))
    key = message_key(request.guest, request.id)
    if ladder.opened_count < len(hint_steps) and not request.is_repeat and not (key in table.dirty.seen_message_ids
                                                                                and ladder.opened_count):
        ladder.opened_count += 1
        chair.hints += 1
        table.mark_changed()
    table.dirty.seen_message_ids[key] = table.n
    reply = {"type": "answer", "id": request.id, "rungs": list(map(str, hint_steps[:ladder.opened_count])),
             "cards": [list(step.cards) for step in hint_steps[:ladder.opened_count]], "of": len(hint_steps)}
    if hint_steps and ladder.opened_count == len(hint_steps) and hint_steps[-1].actions:
        reply["acts"] = [table.game.words.label(action) for action in hint_steps[-1].actions]
    table.reply_to(request.connection, reply)


MESSAGES: dict[type, Callable[[Table, Connection, TableGuest, Any, float], None]] = {wire.Hint: handle_hint}
