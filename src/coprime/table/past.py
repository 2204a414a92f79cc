"""A table as it was kept: its settings and its journal become a table again, or a record of one match."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from ..core.faults import BadInput, BadRecord
from ..core.game import Game, Rules
from ..core.match import Match
from ..core.record import Record, Recorder, parse, seat_name
from ..core.seats import CHANCE, CLOCK
from .eyes import Eyes
from .history import SPAN, History, Trial
from .lobby import Chair, Guest
from .outside import Outside, Row, Said
from .sentences import say
from .table import Settings, Table


class Unread(BadRecord):
    """A journal that today's rules do not play: `n` is the first line that is missing or refused."""

    def __init__(self, n: int, why: str) -> None:
        super().__init__(why)
        self.n = n


ACTORS = {"chance": CHANCE, "clock": CLOCK}


def options_of(head: dict[str, Any]) -> dict[str, Any]:
    """Options as JSON kept them, as the game takes them."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in head["options"].items()}


def settings_of(kept: dict[str, Any]) -> Settings:
    known = {one.name for one in fields(Settings)}
    chosen = Settings(**{name: value for name, value in kept["settings"].items() if name in known})
    chosen.options = options_of(kept["settings"])
    return chosen


def table_of(code: str, game: Game, kept: dict[str, Any], rows: Iterable[Row], chat: Iterable[Said],
             outside: Outside) -> Table:
    """The table as it was, its clocks standing.  Raises BadRecord when today's rules play its journal otherwise."""
    table = Table(code, game, settings_of(kept), outside)
    table.clock.lengthen(0.0, table.settings.factor)
    lobby = table.lobby
    lobby.host, lobby.locked, lobby.met = kept["host"], kept["locked"], kept.get("met", 0)
    lobby.guests = {one["who"]: Guest(**one, gone=float("-inf")) for one in kept["guests"]}
    lobby.chairs = [Chair(**one) for one in kept["chairs"]]
    table.dismiss()
    lobby.asking = {guest.who: None for guest in lobby.guests.values() if guest.role == "waiting"}
    table.chat = list(chat)
    rows = list(rows)
    history = history_of(game, rows, outside.rules(game))
    table.matches = kept["matches"]
    table.n = rows[-1].n if rows else 0
    table.history = history if kept["begun"] else None
    for row in rows:
        if row.message:
            table.marks.ids[row.message] = row.n
    if table.history is not None:
        for chair in lobby.chairs:
            if chair.kind == "person":                  # here, where it holds up nobody
                table.eyes[chair.seat] = Eyes(chair.seat)
                table.eyes[chair.seat].follow(table.history, lobby.names())
    return table


def history_of(game: Game, rows: Iterable[Row], rules: Rules) -> History | None:
    """The last match of a journal, played again; None when none was begun.  Raises BadRecord."""
    history: History | None = None
    trial: Trial | None = None
    head: dict[str, Any] = {}
    due = 0
    for row in rows:
        if due and row.n != due:
            raise Unread(due, say("no.hole", n=due))
        due = row.n + 1
        try:
            if row.seat in ("start", "undo"):
                if history is not None and trial is not None:
                    history.keep(trial)
                if row.seat == "start":
                    head = json.loads(row.action)
                    match = Match(game, head["seats"], options_of(head), rules)
                    history = History(match, row.n)
                elif history is not None:
                    history.cut(int(row.action))
                trial = Trial(history.match) if history else None
            elif trial is not None:
                seat = ACTORS.get(row.seat, -1)
                seat = int(row.seat) if seat < 0 else seat
                trial.act(seat, parse(game.words, seat, row.action))
                if history is not None and len(trial.done) >= SPAN:     # a trial keeps every position
                    history.keep(trial)
                    trial = Trial(history.match)
        except (BadInput, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as wrong:
            key = "no.journal" if head.get("version", game.version) == game.version else "no.version"
            why = wrong if isinstance(wrong, BadInput) else f"{row.seat} {row.action[:60]}"
            raise Unread(row.n, say(key, n=row.n, why=why, then=head.get("version"), now=game.version)) from wrong
    if history is not None and trial is not None:
        history.keep(trial)
    return history


def gone_on(table: Table, history: History, labels: Sequence[str], eyes: Sequence[Eyes], now: float) -> None:
    """A new table goes on with a match that has been played through elsewhere: its labels, what some have seen of it.

    Its beginning is number 1.
    """
    table.matches, table.n = 1, 1
    table.lay_out(history)
    for event, text in zip(history.happened, labels, strict=True):
        table.row(seat_name(event.seat), text, "", event.n)
    table.n = history.n
    table.eyes = {one.watcher: one for one in eyes}
    trial = Trial(history.match)
    table.deal(trial, forced=not history.step)
    table.clock.reset(now)
    table.commit(trial, "")
    table.changed()


def rows_of(rows: Iterable[Row], match: int) -> list[Row]:
    """The journal of one match, numbered from 1."""
    return [row for row in rows if row.match == match]


def record_of(game: Game, rows: Iterable[Row], rules: Rules) -> Record:
    """The record of one match's journal, without what was taken back."""
    rows = list(rows)
    history = history_of(game, rows, rules)
    if history is None:
        raise BadRecord(say("no.notstarted"))
    head = json.loads(rows[0].action)
    match = Match(game, head["seats"], options_of(head), rules)
    recorder = Recorder(match, [name for _, name in head["players"]])
    recorder.record.version = head["version"]
    for event in history.happened:
        recorder.act(event.seat, event.action)
    return recorder.record
