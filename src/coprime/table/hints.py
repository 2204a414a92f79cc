"""Hints: one thought for a seat in one position, shared by whoever asks for it, its rungs opened one by one."""

import logging
from collections.abc import Callable
from typing import Any

from ..core.attr_view import to_object
from ..core.language import language, use_language
from . import wire
from .authorize import check_playing, message_key, seat_addressed
from .connection import Connection
from .lobby import Guest
from .pending_bot_jobs import HintLadder, PendingQuestion
from .sentences import refusal
from .table import Table

MOST_WAITING = 5        # requests of one person for one seat that wait for the same thought

log = logging.getLogger(__name__)


def give_hint(table: Table, visit: Connection, guest: Guest, message: wire.Hint, now: float) -> None:
    seat = seat_addressed(table, guest, message.seat)
    check_playing(table)
    if not table.settings.hints:
        raise refusal("hints")
    asked, ladder = PendingQuestion(visit, guest, message.id, message.again), table.ladders.get(seat)
    if ladder is None or (ladder.at, ladder.language) != (table.visible_number_for(seat), visit.language):
        ladder = _begun(table, seat, guest)
    if ladder.rungs is not None:
        return _answer(table, seat, ladder, asked)
    if sum(other.guest is guest for other in ladder.waiting) >= MOST_WAITING:
        raise refusal("hintswait", n=MOST_WAITING)
    ladder.waiting.append(asked)


def question_to(table: Table, seat: int) -> tuple[int, list[int]]:
    """What a seat is asked: the same while others act beside it and it has the same choices.

    Where it is not asked, what is listed for it may come of what it does not see.
    """
    acted = sum(event.seat == seat for event in table.match.events)
    return acted, table.match.sound_actions(seat) if seat in table.match.to_act() else []


def _begun(table: Table, seat: int, guest: Guest) -> HintLadder:
    """A thought about the position as it is.  Raises Refused when this person has asked for too many.

    Where others have acted since, and the seat is still asked the same, what was opened stays open and is not counted
    again.
    """
    before, asked = table.ladders.get(seat), question_to(table, seat)
    opened = before.opened if before and before.question == asked else 0
    view, called = to_object(table.match.view(seat)), table.lobby.names()
    ladder = HintLadder(table.visible_number_for(seat), language(), asked, opened)

    def found(result: Any, now: float) -> None:
        _found(table, seat, ladder, result)

    table.outside.work(table, lambda: table.game.hint_steps(view, seat, called), found, guest.key)
    table.ladders[seat] = ladder
    return ladder


def _found(table: Table, seat: int, ladder: HintLadder, result: Any) -> None:
    """A thought has come to its end: whoever waited is answered, in the order of asking."""
    failed = isinstance(result, Exception)
    if failed:
        log.error("a hint at table %s of %s failed", table.code, table.game.name, exc_info=result,
                  extra={"table": table.code})
    else:
        ladder.rungs, ladder.opened = result, min(ladder.opened, len(result))
    current = (table.ladders.get(seat) is ladder and table.history is not None
               and ladder.at == table.visible_number_for(seat))
    if failed and current:
        del table.ladders[seat]
    waiting, ladder.waiting = ladder.waiting, []
    for asked in waiting:
        if asked.visit not in table.visits:
            continue
        with use_language(asked.visit.language):
            if failed:
                table.refuse(asked.visit, asked.id, refusal("hintfault"))
            elif not current:
                table.refuse(asked.visit, asked.id, refusal("hintlate"))
            else:
                _answer(table, seat, ladder, asked)


def _answer(table: Table, seat: int, ladder: HintLadder, asked: PendingQuestion) -> None:
    """Send one rung more, counted; the same ones for a message that is sent again or asks for no more.

    The last rung comes with its actions as labels, so that they can be done at once.
    """
    rungs, chair = ladder.rungs or [], table.lobby.chairs[seat]
    if not rungs and not asked.again:
        return table.refuse(asked.visit, asked.id, refusal("nohints"))
    if asked.guest.who not in chair.people:
        return table.refuse(asked.visit, asked.id, refusal("notyours", seat=seat))
    known = message_key(asked.guest, asked.id)
    if ladder.opened < len(rungs) and not asked.again and not (known in table.marks.ids and ladder.opened):
        ladder.opened += 1
        chair.hints += 1
        table.mark_changed()
    table.marks.ids[known] = table.n
    reply = {"type": "answer", "id": asked.id, "rungs": list(map(str, rungs[:ladder.opened])), "of": len(rungs)}
    if rungs and ladder.opened == len(rungs) and rungs[-1].actions:
        reply["acts"] = [table.game.words.label(action) for action in rungs[-1].actions]
    table.reply(asked.visit, reply)


MESSAGES: dict[type, Callable[[Table, Connection, Guest, Any, float], None]] = {wire.Hint: give_hint}
