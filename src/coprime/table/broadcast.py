"""Send a table to its connections: the table as JSON, and a scene for every seat and for spectators."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from ..core.language_selection import use_language
from ..core.seats import WATCHER
from . import table_view, wire
from .connection import Connection
from .event_history import EventHistory
from .hidden_people import hide_people
from .move_commands import undo_target
from .observer_log import LogLine, SharedSteps, WatcherLog, log_key, seat_to_json
from .table import Table
from .take_back_consent import step_to_take_back

ReaderKey = tuple[str, frozenset[int]]          # the language, and the muted people whose names are hidden
SceneKey = tuple[int, int, int]                 # the watcher, their last number, all watchers of the page
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


class Audience(NamedTuple):
    """A connection that is due a scene, and the watchers whose views it shows, also as a set of bits."""

    connection: Connection
    watchers: list[int]
    mask: int


class SceneRound:
    """The scenes of one round of updates, for readers of one language who have muted the same people.

    What several of them see alike is made once: steps, the common part of scenes, and whole messages.
    """

    def __init__(self, table: Table, history: EventHistory, now: float) -> None:
        self.table, self.history, self.now = table, history, now
        self.is_record_open = table.is_record_open
        self.names = table.lobby.seat_names()
        self.steps = SharedSteps(history.match, self.names, (table.holders, table.lobby))
        self._encoded: dict[SceneKey, bytes] = {}
        self._shared_view: tuple[Any, ...] | None = None

    def send(self, audience: Audience) -> None:
        """Send the scenes of one connection."""
        connection, table = audience.connection, self.table
        if not self._has_caught_up(audience.watchers):
            connection.needs_everything = True
            return table.table_host.schedule_updates(table)
        # The steps are numbered otherwise from here on.
        if connection.has_open_record is not self.is_record_open:
            connection.last_sent_event, connection.has_open_record = 0, self.is_record_open
        since = RETELL if connection.must_retell else connection.last_sent_event
        for watcher in audience.watchers:
            key = watcher, since, audience.mask
            if key not in self._encoded:
                self._encoded[key] = wire.encoder.encode(self._scene_message(watcher, since, audience.mask))
            connection.link.send(self._encoded[key])
        connection.last_sent_event, connection.must_retell = table.n, False

    def _has_caught_up(self, watchers: list[int]) -> bool:
        """Have they seen everything?  Who comes late to a long match is told it in parts, with other tables in between.
        """
        table = self.table
        for watcher in watchers:
            who = table.person_of_watcher(watcher)
            log = table.watcher_logs.get(log_key(watcher))
            if log is None or log.who != who:             # who takes over a seat is told its log as their own
                log = table.watcher_logs[log_key(watcher)] = WatcherLog(watcher, who)
            if not log.catch_up(self.history, self.steps, MOST_STEPS_AT_ONCE):
                return False
        return True

    def _common_part(self) -> tuple[Any, ...]:
        """What a game's scenes have in common, made once from what a spectator sees, so that nothing hidden gets in.

        A further argument of its `scene`; none where the game has no `shared_scene`.
        """
        shared_scene, match = self.table.game.words.shared_scene, self.history.match
        if self._shared_view is None:
            self._shared_view = () if shared_scene is None else (
                shared_scene(self.steps.view(WATCHER, match.state), self.names),)
        return self._shared_view

    def _scene_message(self, watcher: int, since: int, mask: int) -> dict[str, Any]:
        """The scene message of a watcher who has had everything up to number `since`, numbered for a page.

        After RETELL it replaces the whole log, of which a page has lines with other names.
        """
        table, history = self.table, self.history
        log = table.watcher_logs[log_key(watcher)]
        scene = table.game.words.scene(log.current_view(history.match), watcher, self.names, *self._common_part())
        cut = 0 if since == RETELL else history.cut_since(since, mask)
        return {"type": "scene", "n": history.visible_number(mask),
                "step": self._visible_step(mask, history.step_count),
                "match": table.match_count, "seat": seat_to_json(watcher), "scene": scene,
                "lines": [self._number_line(mask, line) for line in log.lines_since(since)],
                "cut": None if cut is None else self._visible_step(mask, cut),
                "clock": table_view.serialize_clock(table, watcher, self.now),
                "undo": watcher != WATCHER and undo_target(table, [watcher]) is not None,
                "takeback": watcher != WATCHER and step_to_take_back(table, watcher) is not None}

    def _visible_step(self, mask: int, step: int) -> int:
        """A step as a page counts: all of them where the record is open, else those it may know of."""
        return step if self.is_record_open else self.history.visible_number_of_step(mask, step)

    def _number_line(self, mask: int, line: LogLine) -> LogLine:
        if not self.history.has_hidden_events:
            return line
        return msgspec.structs.replace(line, n=self.history.visible_number(mask, line.n),
                                       step=self._visible_step(mask, line.step))


def _send_scenes(table: Table, now: float, errors: list[Exception]) -> None:
    """Send the scenes that are due, to readers of one kind after the other."""
    history = table.history
    by_reader: dict[ReaderKey, list[Audience]] = {}
    for connection in table.connections:
        audience = _audience_due(table, connection)
        if audience is not None:
            by_reader.setdefault((connection.language, table.hidden_from(connection)), []).append(audience)
    for (language, hidden), audiences in by_reader.items():
        assert history is not None
        with use_language(language), hide_people(hidden):
            scenes = None
            for audience in audiences:
                with _close_on_error(table, audience.connection, errors):
                    scenes = scenes or SceneRound(table, history, now)
                    scenes.send(audience)


def _audience_due(table: Table, connection: Connection) -> Audience | None:
    """Return a connection with whose views it shows, if it is due a scene now."""
    history, dirty, fresh = table.history, table.dirty, connection.needs_everything
    connection.needs_everything = fresh and not connection.is_welcomed
    if not connection.is_welcomed or history is None or not table.is_let_in(connection):
        return None
    watchers = table.list_shown_watchers(connection)
    mask = sum(1 << watcher for watcher in watchers)
    if not (fresh or dirty.scene
            or (dirty.position and history.visible_number(mask)
                > history.visible_number(mask, connection.last_sent_event))):
        return None
    if connection.link.is_full:             # later it gets the newest scene, with all lines since its last one
        connection.needs_everything = True
        return None
    return Audience(connection, watchers, mask)
