"""Answer requests that change nothing, such as whether an action is allowed.

Each function of `MESSAGES` answers one kind of message, or raises Refused.
"""

import logging
from collections.abc import Callable, Collection
from typing import Any

from ..core.attr_view import to_object
from ..core.errors import BadInput
from ..core.language_selection import use_language
from ..core.seats import WATCHER
from . import wire
from .authorize import check_playing, require_seat
from .connection import Connection
from .lobby import TableGuest
from .sentences import refusal
from .table import Table

log = logging.getLogger(__name__)


def view_after_actions(table: Table, seat: int, labels: Collection[str]) -> Any:
    """Return a seat's view after undoable (quiet) actions of its own. Raises Refused."""
    match = table.match
    view = match.view(seat)
    for label in labels:
        action = table.game.words.parse(label)
        match.check(seat, action, view)
        if not match.rules.is_undoable(view, seat, action):
            raise refusal("notquiet", label=label)
        match.rules.apply(view, seat, action)
    return view


def handle_ask(table: Table, connection: Connection, guest: TableGuest, message: wire.Ask, now: float) -> None:
    """Answer whether actions would be allowed, and if not, why."""
    seat = require_seat(table, guest, message.seat)
    answer = {"type": "answer", "id": message.id, "ok": True, "sentence": "", "rule": ""}
    try:
        check_playing(table)
        view = view_after_actions(table, seat, message.acts[:-1])
        table.match.check(seat, table.game.words.parse(message.acts[-1]), view)
    except BadInput as refused:
        answer |= {"ok": False, "sentence": str(refused), "rule": getattr(refused, "rule", "")}
    table.reply_to(connection, answer)


def handle_preview(table: Table, connection: Connection, guest: TableGuest, message: wire.Preview, now: float) -> None:
    """Answer with the scene after actions that have not been carried out."""
    seat = require_seat(table, guest, message.seat)
    check_playing(table)
    words, seat_names = table.game.words, table.lobby.seat_names()
    if words.preview is not None:
        scene = words.preview(table.match.view(seat), seat, message.acts, seat_names)
    else:
        scene = words.scene(view_after_actions(table, seat, message.acts), seat, seat_names)
    table.reply_to(connection, {"type": "answer", "id": message.id, "scene": scene})


def handle_look(table: Table, connection: Connection, guest: TableGuest, message: wire.Look, now: float) -> None:
    """Answer with the scene after an earlier step, as the asker's seat or a spectator saw it."""
    watcher = require_seat(table, guest, message.seat) if table.lobby.seats_of(guest.who) else WATCHER
    history, audience_mask = table.history, table.audience_mask(connection)
    if history is None:
        raise refusal("notstarted")
    last = history.step_count if table.is_record_open else history.visible_number_of_step(audience_mask)
    if message.step > last:
        raise refusal("look", last=last)
    step = message.step if table.is_record_open else history.step_at_visible_number(audience_mask, message.step)
    view = to_object(table.match.view(watcher, history.position_at(step)))
    scene = table.game.words.scene(view, watcher, table.lobby.seat_names())
    table.reply_to(connection, {"type": "answer", "id": message.id, "step": message.step, "scene": scene})


def handle_study(table: Table, connection: Connection, guest: TableGuest, message: wire.Study, now: float) -> None:
    """Answer a question that the game itself computes from the asker's view."""
    seat, game_study = require_seat(table, guest, message.seat), table.game.study
    if game_study is None:
        raise refusal("nostudy")
    if connection.is_studying:
        raise refusal("studying")
    view = table.match.view(seat)

    def send_answer(found: Any, now: float) -> None:
        connection.is_studying = False
        if isinstance(found, Exception):
            log.error("a question at table %s of %s failed", table.code, table.game.name, exc_info=found,
                      extra={"table": table.code})
            with use_language(connection.language):
                return table.refuse_message(connection, message.id, refusal("studyfault"))
        table.reply_to(connection, {"type": "answer", "id": message.id, "found": found})

    table.table_host.run_job(table, lambda: game_study.answer_question(view, seat, message.question), send_answer,
                             guest.key)
    connection.is_studying = True


MESSAGES: dict[type, Callable[[Table, Connection, TableGuest, Any, float], None]] = {
    wire.Ask: handle_ask, wire.Preview: handle_preview, wire.Look: handle_look, wire.Study: handle_study,
}
