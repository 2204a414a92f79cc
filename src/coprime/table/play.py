"""What people at a table may say, host or not: each function carries out one kind of message, or raises Refused."""

import logging
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from ..core.faults import BadInput
from ..core.loose import loose
from ..core.match import Match, copied
from ..core.seats import CHANCE, WATCHER
from . import wire
from .history import Trial
from .lobby import Guest
from .outside import Said
from .sentences import no

if TYPE_CHECKING:
    from .table import Table
    from .visit import Visit

log = logging.getLogger(__name__)
LONGEST_LINE = 300
WORLDS = 6              # in which an action that others follow must show its actor the same


def seated(table: "Table", guest: Guest) -> list[int]:
    """The seats of who speaks.  Raises Refused for somebody who watches."""
    held = table.lobby.seats_of(guest.who)
    if not held:
        raise no("noseat")
    return held


def seat_of(table: "Table", guest: Guest, asked: int | None) -> int:
    """The seat that a message is about."""
    held = seated(table, guest)
    if asked is None:
        if len(held) == 1:
            return held[0]
        acting = [seat for seat in held if table.acting() >> seat & 1]
        if len(acting) != 1:
            raise no("which")
        return acting[0]
    if asked not in held:
        raise no("notyours", seat=asked)
    return asked


def playing(table: "Table") -> None:
    """Raises Refused when nobody may act."""
    if table.phase in ("lobby", "over"):
        raise no("notstarted" if table.phase == "lobby" else "over")
    if table.settings.paused:
        raise no("paused")


def key(guest: Guest, id: str) -> str:
    """What a message is known by at a table; "" when it has no id."""
    return f"{guest.who}:{id}" if id else ""


def told_already(table: "Table", visit: "Visit", guest: Guest, id: str) -> bool:
    """Answer a message that has been carried out before."""
    n = table.marks.ids.get(key(guest, id)) if id else None
    if n is None:
        return False
    table.reply(visit, {"type": "done", "id": id, "n": table.told(visit, n)})
    return True


def done(table: "Table", visit: "Visit", guest: Guest, id: str) -> None:
    """Answer a message that has been carried out, and remember it."""
    if id:
        table.marks.ids[key(guest, id)] = table.n
        table.reply(visit, {"type": "done", "id": id, "n": table.told(visit)})


def act(table: "Table", visit: "Visit", guest: Guest, message: wire.Act, now: float) -> None:
    if told_already(table, visit, guest, message.id):
        return
    seat = seat_of(table, guest, message.seat)
    playing(table)
    history = table.history
    if history and 0 < message.seen < history.cuts[0][0]:
        raise no("seen")
    if table.resting():
        raise no("chance")
    actions = [table.game.words.parse(label) for label in message.acts]
    table.act(seat, actions, now, key(guest, message.id))
    done(table, visit, guest, message.id)


def openly(trial: Trial, seat: int, action: int) -> None:
    """Carry out an action that another one follows: it may show its actor nothing new, or sending a doubtful follower
    after it would be a way to peep and take it back."""
    match = trial.match
    words = match.game.words
    view = match.view(seat, trial.state)
    others = [_otherwise(match, view, seat, action, seed) for seed in range(WORLDS)]
    trial.act(seat, action)
    if not trial.acting(seat):
        raise no("ended", label=words.label(action))
    try:
        match.rules.apply(view, seat, action)
        match.rules.redact(view, seat)
    except Exception:                                   # what was not in the view was needed
        view = None
    after = match.view(seat, trial.state).tobytes()
    if view is None or view.tobytes() != after or any(one != after for one in others):
        raise no("reveals", label=words.label(action))


def _otherwise(match: Match, view: Any, seat: int, action: int, seed: int) -> bytes:
    """What a seat would see after an action in another world that its view allows."""
    world = copied(view)
    match.rules.imagine(world, seat, seed)
    if match.rules.refusal(world, seat, action):
        return b""
    match.rules.apply(world, seat, action)
    return bytes(match.view(seat, world).tobytes())


def imagined(table: "Table", seat: int, labels: Collection[str]) -> Any:
    """A seat's view after quiet actions of its own.  Raises Refused."""
    match = table.match
    view = match.view(seat)
    for label in labels:
        action = table.game.words.parse(label)
        reason = int(match.rules.refusal(view, seat, action))
        if reason:
            raise match.refused(reason, view, action)
        if not match.rules.quiet(view, seat, action):
            raise no("notquiet", label=label)
        match.rules.apply(view, seat, action)
    return view


def ask(table: "Table", visit: "Visit", guest: Guest, message: wire.Ask, now: float) -> None:
    seat = seat_of(table, guest, message.seat)
    answer = {"type": "answer", "id": message.id, "ok": True, "sentence": "", "rule": ""}
    try:
        playing(table)
        view = imagined(table, seat, message.acts[:-1])
        action = table.game.words.parse(message.acts[-1])
        reason = int(table.match.rules.refusal(view, seat, action))
        if reason:
            raise table.match.refused(reason, view, action)
    except BadInput as refused:
        answer |= {"ok": False, "sentence": str(refused), "rule": getattr(refused, "rule", "")}
    table.reply(visit, answer)


def preview(table: "Table", visit: "Visit", guest: Guest, message: wire.Preview, now: float) -> None:
    seat = seat_of(table, guest, message.seat)
    playing(table)
    words, called = table.game.words, table.lobby.names()
    if hasattr(words, "preview"):
        scene = words.preview(table.match.view(seat), seat, message.acts, called)
    else:
        scene = words.scene(imagined(table, seat, message.acts), seat, called)
    table.reply(visit, {"type": "answer", "id": message.id, "scene": scene})


def look(table: "Table", visit: "Visit", guest: Guest, message: wire.Look, now: float) -> None:
    """An earlier moment of the match as the asker's seat, or a spectator, saw it then."""
    watcher = seat_of(table, guest, message.seat) if table.lobby.seats_of(guest.who) else WATCHER
    history, page = table.history, table.eyes_of(visit)
    if history is None:
        raise no("notstarted")
    last = history.step if table.open else history.told_step(page)
    if message.step > last:
        raise no("look", last=last)
    step = message.step if table.open else history.step_told(page, message.step)
    view = loose(table.match.view(watcher, history.position(step)))
    scene = table.game.words.scene(view, watcher, table.lobby.names())
    table.reply(visit, {"type": "answer", "id": message.id, "step": message.step, "scene": scene})


def undone_to(table: "Table", seats: Collection[int]) -> int | None:
    """The step that an undo of these seats leads back to; None where nothing can be taken back."""
    history = table.history
    if history is None or not history.happened:
        return None
    if table.settings.practice:
        own = [step for step, event in enumerate(history.happened) if event.seat in seats]
        return own[-1] if own and not _stays(table, own[-1]) else None
    last = history.happened[-1]
    return history.step - 1 if last.seat in seats and last.quiet else None


def undo(table: "Table", visit: "Visit", guest: Guest, message: wire.Undo, now: float) -> None:
    if told_already(table, visit, guest, message.id):
        return
    held = seated(table, guest) if message.seat is None else [seat_of(table, guest, message.seat)]
    if table.settings.paused:
        raise no("paused")
    step = undone_to(table, held)
    last = table.history.step if table.history else 0
    if message.to is not None:
        if not table.settings.practice or not _dealt(table) <= message.to <= last or _stays(table, message.to):
            raise no("undoto", last=last)
        step = message.to
    if step is None:
        raise no("undo")
    table.cut(step, now, key(guest, message.id))
    done(table, visit, guest, message.id)


def _stays(table: "Table", step: int) -> bool:
    """Has something happened after a step that may never be taken back?"""
    return any(event.final for event in table.history.happened[step:]) if table.history else False


def _dealt(table: "Table") -> int:
    """The step after the first dealing: nothing before it is anybody's."""
    happened = table.history.happened if table.history else []
    return next((step for step, event in enumerate(happened) if event.seat != CHANCE), len(happened))


def study(table: "Table", visit: "Visit", guest: Guest, message: wire.Study, now: float) -> None:
    """A question that the game itself answers, from the asker's view."""
    seat, thinker = seat_of(table, guest, message.seat), table.game.study
    if thinker is None:
        raise no("nostudy")
    if visit.studying:
        raise no("studying")
    view = table.match.view(seat)

    def answered(found: Any, now: float) -> None:
        visit.studying = False
        if isinstance(found, Exception):
            log.error("a question about %s failed", table.game.name, exc_info=found)
            return table.refuse(visit, message.id, no("studyfault"))
        table.reply(visit, {"type": "answer", "id": message.id, "found": found})

    table.outside.work(table, lambda: thinker.answer(view, seat, message.question), table.answer(answered), guest.key)
    visit.studying = True


def go(table: "Table", visit: "Visit", guest: Guest, message: wire.Go, now: float) -> None:
    if told_already(table, visit, guest, message.id):
        return
    seated(table, guest)
    playing(table)
    if not table.resting():
        raise no("rest")
    table.go(now, key(guest, message.id))
    done(table, visit, guest, message.id)


def chat(table: "Table", visit: "Visit", guest: Guest, message: wire.Chat, now: float) -> None:
    if not table.settings.talk:
        raise no("talk")
    if hushed(table):
        raise no("hush")
    text = " ".join("".join(c if c.isprintable() else " " for c in message.text).split())
    if not 1 <= len(text) <= LONGEST_LINE:
        raise no("chat", longest=LONGEST_LINE)
    table.speak(Said(guest.who, guest.name, text, table.outside.wall()))


def hushed(table: "Table") -> bool:
    """Is this a moment at which the game lets nobody talk?"""
    hush = getattr(table.game.words, "hush", None)
    return hush is not None and table.phase == "playing" and bool(hush(table.match.view(WATCHER)))


MESSAGES: dict[type, Callable[["Table", "Visit", Guest, Any, float], None]] = {
    wire.Act: act, wire.Ask: ask, wire.Preview: preview, wire.Look: look, wire.Undo: undo, wire.Study: study,
    wire.Go: go, wire.Chat: chat,
}
