"""What people ask without changing anything: may I, what if, what was, and what the game itself answers.

Each function of `MESSAGES` answers one kind of message, or raises Refused.
"""

import logging
from collections.abc import Callable, Collection
from typing import Any

from ..core.attr_view import to_object
from ..core.errors import BadInput
from ..core.language import use_language
from ..core.seats import WATCHER
from . import wire
from .authorize import check_playing, seat_addressed
from .connection import Connection
from .lobby import Guest
from .sentences import refusal
from .table import Table

log = logging.getLogger(__name__)


def view_after_actions(table: Table, seat: int, labels: Collection[str]) -> Any:
    """A seat's view after quiet actions of its own.  Raises Refused."""
    match = table.match
    view = match.view(seat)
    for label in labels:
        action = table.game.words.parse(label)
        match.check(seat, action, view)
        if not match.rules.is_undoable(view, seat, action):
            raise refusal("notquiet", label=label)
        match.rules.apply(view, seat, action)
    return view


def ask(table: Table, visit: Connection, guest: Guest, message: wire.Ask, now: float) -> None:
    seat = seat_addressed(table, guest, message.seat)
    answer = {"type": "answer", "id": message.id, "ok": True, "sentence": "", "rule": ""}
    try:
        check_playing(table)
        view = view_after_actions(table, seat, message.acts[:-1])
        table.match.check(seat, table.game.words.parse(message.acts[-1]), view)
    except BadInput as refused:
        answer |= {"ok": False, "sentence": str(refused), "rule": getattr(refused, "rule", "")}
    table.reply(visit, answer)


def preview(table: Table, visit: Connection, guest: Guest, message: wire.Preview, now: float) -> None:
    seat = seat_addressed(table, guest, message.seat)
    check_playing(table)
    words, called = table.game.words, table.lobby.names()
    if words.preview is not None:
        scene = words.preview(table.match.view(seat), seat, message.acts, called)
    else:
        scene = words.scene(view_after_actions(table, seat, message.acts), seat, called)
    table.reply(visit, {"type": "answer", "id": message.id, "scene": scene})


def look(table: Table, visit: Connection, guest: Guest, message: wire.Look, now: float) -> None:
    """An earlier moment of the match as the asker's seat, or a spectator, saw it then."""
    watcher = seat_addressed(table, guest, message.seat) if table.lobby.seats_of(guest.who) else WATCHER
    history, page = table.history, table.audience_mask(visit)
    if history is None:
        raise refusal("notstarted")
    last = history.step if table.is_record_open else history.visible_number_of_step(page)
    if message.step > last:
        raise refusal("look", last=last)
    step = message.step if table.is_record_open else history.step_at_visible_number(page, message.step)
    view = to_object(table.match.view(watcher, history.position(step)))
    scene = table.game.words.scene(view, watcher, table.lobby.names())
    table.reply(visit, {"type": "answer", "id": message.id, "step": message.step, "scene": scene})


def study(table: Table, visit: Connection, guest: Guest, message: wire.Study, now: float) -> None:
    """A question that the game itself answers, from the asker's view."""
    seat, thinker = seat_addressed(table, guest, message.seat), table.game.study
    if thinker is None:
        raise refusal("nostudy")
    if visit.studying:
        raise refusal("studying")
    view = table.match.view(seat)

    def answered(found: Any, now: float) -> None:
        visit.studying = False
        if isinstance(found, Exception):
            log.error("a question at table %s of %s failed", table.code, table.game.name, exc_info=found,
                      extra={"table": table.code})
            with use_language(visit.language):
                return table.refuse(visit, message.id, refusal("studyfault"))
        table.reply(visit, {"type": "answer", "id": message.id, "found": found})

    table.outside.work(table, lambda: thinker.answer_question(view, seat, message.question), answered, guest.key)
    visit.studying = True


MESSAGES: dict[type, Callable[[Table, Connection, Guest, Any, float], None]] = {
    wire.Ask: ask, wire.Preview: preview, wire.Look: look, wire.Study: study,
}
