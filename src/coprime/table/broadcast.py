"""Send a table to its connections: the table as JSON, and a scene for every seat and for spectators."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from ..core.attr_view import to_object
from ..core.seats import WATCHER
from . import table_view, wire
from .connection import Connection
from .hidden_people import hidden_people
from .move_commands import undo_target
from .observer_log import LogLine, WatcherLog, log_key, seat_to_json
from .table import Table
from .take_back_consent import step_to_take_back

ReaderKey = tuple[str, frozenset[int]]          # the language, and the muted people whose names are hidden
SceneKey = tuple[int, int, int, ReaderKey]
RETELL = -1                         # "since", where a page drops the lines that it has
MOST_STEPS_AT_ONCE = 100           # steps of a match that are told in one go


def send_updates(table: Table, now: float) -> list[Exception]:
    """Send the table and the scenes that have changed, unless a commit is pending. Returns the errors.

    A scene is sent before the table, since a page that offers another match must have shown the end of this one. A
    connection whose update fails is closed with a sentence; the others go on.
    """
    if table.pending_commits:
        return []
    errors: list[Exception] = []
    table_recipients = [visit for visit in table.connections if table.dirty.table and visit.is_welcomed]
    for connection in table.connections:
        if connection.needs_everything and not connection.is_welcomed:
            connection.is_welcomed = True
            with _close_on_error(table, connection, errors):
                _send_table(table, connection, now, {"type": "welcome", "chat": _visible_chat(table, connection)})
    _send_scenes(table, now, errors)
    for connection in table_recipients:
        if connection.is_welcomed:
            with _close_on_error(table, connection, errors):
                _send_table(table, connection, now, {"type": "table"})
    table.dirty.table = table.dirty.scene = table.dirty.position = False
    return errors


@contextmanager
def _close_on_error(table: Table, connection: Connection, errors: list[Exception]) -> Iterator[None]:
    """Close a connection to which something cannot be shown, with a sentence, and note why."""
    try:
        yield
    except Exception as why:
        connection.is_welcomed = connection.needs_everything = False
        table.close_connection(connection, 4409, "no.unshown")
        errors.append(why)


def _visible_chat(table: Table, connection: Connection) -> list[dict[str, Any]]:
    """The lines of chat that a newcomer reads: none of people whom they have muted."""
    hidden = table.hidden_from(connection)
    return [line._asdict() for line in table.chat if line.who not in hidden] if table.is_let_in(connection) else []


def _send_table(table: Table, connection: Connection, now: float, message: dict[str, Any]) -> None:
    """Tell a connection of the table, in its language."""
    with table.speak_to(connection):
        connection.link.send(wire.encoder.encode(
            message | {"n": table.visible_number(connection),
                       "table": table_view.serialize_table(table, connection, now)}))


def _has_caught_up(table: Table, watchers: list[int]) -> bool:
    """Have they seen everything?  Who comes late to a long match is told it in parts, with other tables in between."""
    history = table.history
    assert history is not None
    for watcher in watchers:
        who = table.person_of_watcher(watcher)
        log = table.watcher_logs.get(log_key(watcher))
        if log is None or log.who != who:                 # who takes over a seat is told its log as their own
            log = table.watcher_logs[log_key(watcher)] = WatcherLog(watcher, who)
        if not log.catch_up(history, table.lobby.seat_names(), MOST_STEPS_AT_ONCE, (table.holders, table.lobby)):
            return False
    return True


def _send_scenes(table: Table, now: float, errors: list[Exception]) -> None:
    encoded: dict[SceneKey, bytes] = {}
    shared_views: dict[ReaderKey, tuple[Any, ...]] = {}
    history, dirty = table.history, table.dirty
    for connection in table.connections:
        fresh = connection.needs_everything
        connection.needs_everything = fresh and not connection.is_welcomed
        if not connection.is_welcomed or history is None or not table.is_let_in(connection):
            continue
        audience_mask = table.audience_mask(connection)
        if not (fresh or dirty.scene
                or (dirty.position and history.visible_number(audience_mask)
                    > history.visible_number(audience_mask, connection.sent_number))):
            continue
        if connection.link.is_full:             # later it gets the newest scene, with all lines since its last one
            connection.needs_everything = True
            continue
        with _close_on_error(table, connection, errors), table.speak_to(connection):
            _send_scene(table, connection, now, audience_mask, encoded, shared_views)


def _send_scene(table: Table, connection: Connection, now: float, audience_mask: int,
                encoded: dict[SceneKey, bytes],
                shared_views: dict[ReaderKey, tuple[Any, ...]]) -> None:
    """The scenes of one connection; `encoded` and `common` are what others that see the same have had already."""
    watchers = table.list_shown_watchers(connection)
    if not _has_caught_up(table, watchers):
        connection.needs_everything = True
        return table.table_host.schedule_updates(table)
    reader = connection.language, hidden_people()
    if reader not in shared_views:
        shared_views[reader] = _shared_view(table)
    # The steps are numbered otherwise from here on.
    if connection.has_open_record is not table.is_record_open:
        connection.sent_number, connection.has_open_record = 0, table.is_record_open
    since = RETELL if connection.must_retell else connection.sent_number
    for watcher in watchers:
        key = (watcher, since, audience_mask, reader)
        if key not in encoded:
            encoded[key] = wire.encoder.encode(_scene_message(table, watcher, since, now, shared_views[reader],
                                                              audience_mask))
        connection.link.send(encoded[key])
    connection.sent_number, connection.must_retell = table.n, False


def _shared_view(table: Table) -> tuple[Any, ...]:
    """What a game's scenes have in common, made once from what a spectator sees, so that nothing hidden gets into it.

    A further argument of its `scene`; none where the game has no `shared_scene`.
    """
    words = table.game.words
    if words.shared_scene is None:
        return ()
    return (words.shared_scene(to_object(table.match.view(WATCHER)), table.lobby.seat_names()),)


def _scene_message(table: Table, watcher: int, since: int, now: float, shared_view: tuple[Any, ...],
                   audience_mask: int) -> dict[str, Any]:
    """The scene message of a watcher who has had everything up to number `since`, numbered for a page.

    After RETELL it replaces the whole log, of which a page has lines with other names.
    """
    history = table.history
    assert history is not None
    log, seat_names = table.watcher_logs[log_key(watcher)], table.lobby.seat_names()
    scene = table.game.words.scene(log.current_view(history.match), watcher, seat_names, *shared_view)
    cut = 0 if since == RETELL else history.cut_since(since, audience_mask)
    return {"type": "scene", "n": history.visible_number(audience_mask),
            "step": _visible_step(table, audience_mask, history.step_count),
            "match": table.match_count, "seat": seat_to_json(watcher), "scene": scene,
            "lines": [_number_line(table, audience_mask, line) for line in log.lines_since(since)],
            "cut": None if cut is None else _visible_step(table, audience_mask, cut),
            "clock": table_view.serialize_clock(table, watcher, now),
            "undo": watcher != WATCHER and undo_target(table, [watcher]) is not None,
            "takeback": watcher != WATCHER and step_to_take_back(table, watcher) is not None}


def _visible_step(table: Table, audience_mask: int, step: int) -> int:
    """A step as a page counts: all of them where the record is open, else those it may know of."""
    assert table.history is not None
    return step if table.is_record_open else table.history.visible_number_of_step(audience_mask, step)


def _number_line(table: Table, audience_mask: int, line: LogLine) -> LogLine:
    assert table.history is not None
    if not table.history.has_hidden_events:
        return line
    return msgspec.structs.replace(line, n=table.history.visible_number(audience_mask, line.n),
                                   step=_visible_step(table, audience_mask, line.step))
