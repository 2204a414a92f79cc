"""Replays: finished matches and uploaded records, looked at from any seat at any step."""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

import sqlalchemy as sa

from ..core.faults import BadInput, BadRecord
from ..core.game import Rules
from ..core.loose import loose
from ..core.match import Match
from ..core.record import Record, load, replay, save
from ..core.seats import CHANCE, WATCHER
from ..core.shelf import game as find
from ..table import catalogue, names
from ..table.eyes import Eyes, Seen, named
from ..table.history import History, Step, Trial
from ..table.sentences import say as table_say
from . import quota, schema
from .limits import Limits
from .sentences import Wrong, say

IN_MEMORY = 16
MOST_STEPS = 100        # in one answer


class Opened:
    """A record that has been played through."""

    def __init__(self, id: str, record: Record, rules: Rules) -> None:
        self.id, self.record = id, record
        self.game = find(record.game)
        self.names = record.players
        checked = replay(record, rules)
        match = Match(self.game, record.seats, checked.options, rules)
        self.history = History(match, 0)
        for event in checked.events:
            trial = Trial(match)
            trial.act(event.seat, event.action)
            self.history.keep(trial)
        eyes = Eyes(WATCHER)
        eyes.follow(self.history, self.names)
        lines = {seen.step: seen for seen in eyes.lines}
        self.events = [self._event(step, lines.get(step.step)) for step in self.history.steps(0)]

    def _event(self, step: Step, line: Seen | None) -> dict[str, Any]:
        resting = bool(self.history.match.rules.resting(step.after))
        return {"step": step.step, "seat": named(step.event.seat), "text": line.text if line else "",
                "mark": line.mark if line else "", "rest": resting} | self._missed(step)

    def _missed(self, step: Step) -> dict[str, str]:
        """What a seat could have done instead, as far as it could see at the time; told when all is over."""
        seat, match, words = step.event.seat, self.history.match, self.game.words
        if seat >= CHANCE or not match.over or not hasattr(words, "missed"):
            return {}
        sentence = words.missed(loose(match.view(seat, step.before)), seat, step.event.action, self.names)
        return {"missed": sentence} if sentence else {}

    def told(self) -> dict[str, Any]:
        """The `Replay` of docs/protocol.md, without steps."""
        record, options = self.record, self.history.match.options
        return {"id": self.id, "game": record.game, "title": self.game.title, "version": record.version,
                "note": record.note, "players": self.names, "seats": record.seats,
                "options": {name: catalogue.plain(value) for name, value in options.items()},
                "chips": catalogue.chips(self.game, record.seats, options), "events": self.events,
                "over": self.history.match.over, "steps": []}

    def steps(self, watcher: int, first: int, last: int) -> list[dict[str, Any]]:
        """Scene and lines of some steps as a seat, or a spectator, saw them.  Raises Wrong."""
        if not 0 <= first <= last <= self.history.step:
            raise Wrong(400, "wrong.step", last=self.history.step)
        if last - first >= MOST_STEPS:
            raise Wrong(400, "wrong.span", most=MOST_STEPS)
        if watcher != WATCHER and not 0 <= watcher < self.record.seats:
            raise Wrong(400, "wrong.seat", last=self.record.seats - 1)
        match, words = self.history.match, self.game.words
        found = []
        if first == 0:
            found.append(self._step(0, watcher, match.view(watcher, self.history.position(0)), []))
        for step in self.history.steps(max(first, 1) - 1):
            if step.step > last:
                break
            before, after = (match.view(watcher, state) for state in (step.before, step.after))
            shown = int(match.rules.seen(step.before, step.event.seat, step.event.action, watcher))
            line = words.event(before, step.event.seat, shown, after, self.names, watcher)
            lines = [{"step": step.step, "n": step.step, "seat": named(step.event.seat), "text": line.text,
                      "mark": line.mark, "detail": line.detail}] if line.text else []
            found.append(self._step(step.step, watcher, after, lines))
        return found

    def _step(self, step: int, watcher: int, view: Any, lines: list[dict[str, Any]]) -> dict[str, Any]:
        return {"step": step, "seat": named(watcher), "scene": self.game.words.scene(view, watcher, self.names),
                "lines": lines}


class Replays:
    """The replays that are kept, the last few of them played through and in memory."""

    def __init__(self, read: Callable[[Callable[[sa.Connection], Any]], Any], written: Callable[..., Any],
                 rules: Callable[[Any], Rules], limits: Limits) -> None:
        self.read, self.written, self.rules, self.limits = read, written, rules, limits
        self._opened: OrderedDict[str, Opened] = OrderedDict()

    async def add(self, text: str, person: str) -> Opened:
        """Keep a record.  Raises BadRecord with the line of its damage."""
        opened = await asyncio.to_thread(self._open, secrets.token_urlsafe(9), text)
        row = {"id": opened.id, "person": person, "created": int(time.time()), "record": save(opened.record)}
        await self.written(partial(quota.keep, row=row, limits=self.limits))
        return self._remember(opened)

    async def get(self, id: str) -> Opened:
        """A replay.  Raises Wrong."""
        if id in self._opened:
            self._opened.move_to_end(id)
            return self._opened[id]
        r = schema.replays.c
        if not id.isprintable():                        # PostgreSQL's text holds no NUL
            raise Wrong(404, "wrong.replay", id=id[:40])
        text = await asyncio.to_thread(self.read, lambda c: c.execute(sa.select(r.record).where(r.id == id)).scalar())
        if text is None:
            raise Wrong(404, "wrong.replay", id=id[:40])
        return self._remember(await asyncio.to_thread(self._open, id, text))

    def forget(self) -> None:
        """Nothing stays in memory: somebody's replays have been deleted."""
        self._opened.clear()

    def _open(self, id: str, text: str) -> Opened:
        record = load(text)
        check_players(record)
        game = find(record.game)
        return Opened(id, record, self.rules(game))

    def _remember(self, opened: Opened) -> Opened:
        self._opened[opened.id] = opened
        while len(self._opened) > IN_MEMORY:
            self._opened.popitem(last=False)
        return opened


def check_players(record: Record) -> None:
    """Names from outside are names or nobody's.  Raises BadRecord."""
    if len(record.players) != record.seats:
        raise BadRecord(say("wrong.players", names=len(record.players), seats=record.seats))
    for seat, name in enumerate(record.players):
        try:
            record.players[seat] = names.clean(name)
        except BadInput:
            record.players[seat] = table_say("names.nobody")
