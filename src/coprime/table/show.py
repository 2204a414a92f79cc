"""What a table sends of itself: the table as its people are told, and a scene for every seat and for spectators."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from ..core.attr_view import to_object
from ..core.language import language, use_language
from ..core.seats import WATCHER
from . import table_view, wire
from .connection import Connection
from .moves import undo_target
from .table import Table
from .watcher_log import LogLine, WatcherLog, seat_word

AT_ONCE = 100           # steps of a match that are told in one go


def send_updates(table: Table, now: float) -> list[Exception]:
    """Send the table and the scenes that have changed.  Waits while something is not durable yet.

    A scene goes before the table: a screen that offers another match then shows how this one has ended.  A connection
    to which something cannot be shown is told so and closed, and the others go on.  Returns what went wrong.
    """
    if table.pending_commits:
        return []
    wrong: list[Exception] = []
    retold = [visit for visit in table.visits if table.marks.table and visit.live]
    for visit in table.visits:
        if visit.fresh and not visit.live:
            visit.live = True
            with _excused(table, visit, wrong):
                _send(table, visit, now, {"type": "welcome", "chat": [said._asdict() for said in table.chat]
                                          if table.is_let_in(visit) else []})
    _show_scenes(table, now, wrong)
    for visit in retold:
        if visit.live:
            with _excused(table, visit, wrong):
                _send(table, visit, now, {"type": "table"})
    table.marks.table = table.marks.scene = table.marks.moved = False
    return wrong


@contextmanager
def _excused(table: Table, visit: Connection, wrong: list[Exception]) -> Iterator[None]:
    """Close a connection to which something cannot be shown, with a sentence, and note why."""
    try:
        yield
    except Exception as why:
        visit.live = visit.fresh = False
        table.close_connection(visit, 4409, "no.unshown")
        wrong.append(why)


def _send(table: Table, visit: Connection, now: float, message: dict[str, Any]) -> None:
    """Tell a connection of the table, in its language."""
    with use_language(visit.language):
        visit.link.send(wire.encoder.encode(
            message | {"n": table.visible_number(visit), "table": table_view.serialize_table(table, visit, now)}))


def _caught_up(table: Table, watchers: list[int]) -> bool:
    """Have they seen everything?  Who comes late to a long match is told it in parts, with other tables in between."""
    history = table.history
    assert history is not None
    for watcher in watchers:
        who = table.person_addressed(watcher)
        eyes = table.eyes.get((watcher, language()))
        if eyes is None or eyes.who != who:                 # who takes over a seat is told its log as their own
            eyes = table.eyes[watcher, language()] = WatcherLog(watcher, who)
        if not eyes.follow(history, table.lobby.names(), AT_ONCE, (table.holders, table.lobby)):
            return False
    return True


def _show_scenes(table: Table, now: float, wrong: list[Exception]) -> None:
    encoded: dict[tuple[int, int, int, str], bytes] = {}
    common: dict[str, tuple[Any, ...]] = {}
    history, marks = table.history, table.marks
    for visit in table.visits:
        fresh, visit.fresh = visit.fresh, visit.fresh and not visit.live
        if not visit.live or history is None or not table.is_let_in(visit):
            continue
        page = table.audience_mask(visit)
        if not (fresh or marks.scene
                or (marks.moved and history.visible_number(page) > history.visible_number(page, visit.n))):
            continue
        if visit.link.full:             # later it gets the newest scene, with all lines since its last one
            visit.fresh = True
            continue
        with _excused(table, visit, wrong), use_language(visit.language):
            _show_scene(table, visit, now, page, encoded, common)


def _show_scene(table: Table, visit: Connection, now: float, page: int, encoded: dict[tuple[int, int, int, str], bytes],
                common: dict[str, tuple[Any, ...]]) -> None:
    """The scenes of one connection; `encoded` and `common` are what others that see the same have had already."""
    watchers = table.audience(visit)
    if not _caught_up(table, watchers):
        visit.fresh = True
        return table.outside.show(table)
    if visit.language not in common:
        common[visit.language] = _shared(table)
    if visit.open is not table.is_record_open:                        # the steps are numbered otherwise from here on
        visit.n, visit.open = 0, table.is_record_open
    for watcher in watchers:
        key = (watcher, visit.n, page, visit.language)
        if key not in encoded:
            encoded[key] = wire.encoder.encode(_scene(table, watcher, visit.n, now, common[visit.language], page))
        visit.link.send(encoded[key])
    visit.n = table.n


def _shared(table: Table) -> tuple[Any, ...]:
    """What a game's scenes have in common, made once from what a spectator sees, so that nothing hidden gets into it.

    A further argument of its `scene`; none where the game has no `shared_scene`.
    """
    words = table.game.words
    if words.shared_scene is None:
        return ()
    return (words.shared_scene(to_object(table.match.view(WATCHER)), table.lobby.names()),)


def _scene(table: Table, watcher: int, since: int, now: float, common: tuple[Any, ...], page: int) -> dict[str, Any]:
    """The scene message of a watcher who has had everything up to number `since`, numbered for a page."""
    history = table.history
    assert history is not None
    eyes, called = table.eyes[watcher, language()], table.lobby.names()
    scene = table.game.words.scene(eyes.view(history.match), watcher, called, *common)
    cut = history.cut_since(since, page)
    return {"type": "scene", "n": history.visible_number(page), "step": _step(table, page, history.step),
            "match": table.matches, "seat": seat_word(watcher), "scene": scene,
            "lines": [_numbered(table, page, line) for line in eyes.lines_since(since)],
            "cut": None if cut is None else _step(table, page, cut),
            "clock": table_view.serialize_clock(table, watcher, now),
            "undo": watcher != WATCHER and undo_target(table, [watcher]) is not None}


def _step(table: Table, page: int, step: int) -> int:
    """A step as a page counts: all of them where the record is open, else those it may know of."""
    assert table.history is not None
    return step if table.is_record_open else table.history.visible_number_of_step(page, step)


def _numbered(table: Table, page: int, line: LogLine) -> LogLine:
    assert table.history is not None
    if not table.history.secret:
        return line
    return msgspec.structs.replace(line, n=table.history.visible_number(page, line.n),
                                   step=_step(table, page, line.step))
