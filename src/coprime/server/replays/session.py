"""A record that has been played through: what a reader's process knows of it."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec

from ...core.attr_view import to_object
from ...core.errors import BadInput, BadRecord
from ...core.match import Match
from ...core.options import to_json_value
from ...core.record import EVENTS, GameRecord, dump_record, label_event, load_record, replay_record
from ...core.registry import find_game as find
from ...core.seats import CHANCE, WATCHER
from ...core.verification import verify_events
from ...table import catalogue, names
from ...table.history import SPAN, EventWithStates, Happened, History, Trial
from ...table.journal import journal_record
from ...table.ports import Row
from ...table.sentences import say as table_say
from ...table.watcher_log import LogLine, WatcherLog, seat_word
from ...table.wire import encoder
from ..sentences import RequestError, say

MOST_STEPS = 100        # in one answer


class MatchUpTo(msgspec.Struct, array_like=True):
    """A match up to one of its steps, for a table that goes on from there.

    positions  some of its positions by step, as bytes, the last among them
    eyes       what some have seen of it, by seat
    """

    game: str
    seats: int
    options: dict[str, Any]
    happened: list[Happened]
    labels: list[str]
    positions: dict[int, bytes]
    eyes: dict[int, list[LogLine]]


class ReplaySession:
    """A record, checked and played through.  Raises BadRecord with the line of its damage.

    Only some positions are kept, every so many steps; those between them are played again when they are asked for.
    """

    def __init__(self, text: str, events: int | None = EVENTS) -> None:
        record = self.record = load_record(text, events=events)
        self.reviews: dict[int, Any] = {}               # by seat, as far as they have been asked for
        check_players(record)
        self.game = find(record.game)
        self.names = record.players
        rules = self.game.pure_rules
        checked = replay_record(record, rules)
        match = Match(self.game, record.seats, checked.options, rules)
        self.history = History(match, 0)
        for first in range(0, len(checked.events), SPAN):
            trial = Trial(match)
            for event in checked.events[first:first + SPAN]:
                trial.act(event.seat, event.action)
            self.history.keep(trial)

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        """The whole match in the watcher's words."""
        lines = {seen.step: seen for seen in self._seen(WATCHER, self.names, self.history.step)}
        return [self._event(step, lines.get(step.step)) for step in self.history.steps(0)]

    def _event(self, step: EventWithStates, line: LogLine | None) -> dict[str, Any]:
        resting = bool(self.history.match.rules.is_between_hands(step.after))
        return {"step": step.step, "seat": seat_word(step.event.seat), "text": line.text if line else "",
                "mark": line.mark if line else "", "rest": resting} | self._missed(step)

    def _missed(self, step: EventWithStates) -> dict[str, str]:
        """What a seat could have done instead, as far as it could see at the time; told when all is over."""
        seat, match, words = step.event.seat, self.history.match, self.game.words
        if seat >= CHANCE or not match.over:
            return {}
        sentence = words.miss_text(to_object(match.view(seat, step.before)), seat, step.event.action, self.names)
        return {"missed": sentence} if sentence else {}

    @property
    def moment(self) -> int:
        """The decisive step, at which a replay opens.

        Where the log says last that something was won; else, where it says last that something failed; else, and in a
        match that is not over, the last step that it has words for.
        """
        for marks in (("won",), ("failed",)) if self.history.match.over else ():
            for event in reversed(self.events):
                if event["mark"] in marks:
                    return int(event["step"])
        return next((int(event["step"]) for event in reversed(self.events) if event["text"]), self.history.step)

    @cached_property
    def seal(self) -> dict[str, Any]:
        """Whether what chance drew follows from what was settled before, with all that somebody needs to check it."""
        sealed, rules = self.record.sealed, self.game.pure_rules
        played = ((step.before, step.event.seat, step.event.action) for step in self.history.steps(0))
        found = verify_events(self.record, rules, played)
        told = {"kind": found.kind, "holds": found.holds, "sentences": found.sentences, "draws": [
            [one.step, one.draw, str(one.action), one.faces] for one in found.drawn]}
        return told | (sealed.plain() if sealed else {}) | {"draws": told["draws"]}

    def told(self, id: str) -> dict[str, Any]:
        """The `Replay` of docs/protocol.md, without steps."""
        record, match = self.record, self.history.match
        return {"id": id, "game": record.game, "title": self.game.localized_title, "version": record.version,
                "note": record.note, "players": self.names, "seats": record.seats,
                "options": {name: to_json_value(value) for name, value in match.options.items()},
                "chips": catalogue.rule_chips(self.game, record.seats, match.options), "events": self.events,
                "over": match.over, "moment": self.moment, "seal": self.seal, "steps": []}

    def kept(self, id: str) -> tuple[str, bytes]:
        """The record as it is kept, and what is told of it."""
        return dump_record(self.record), self.whole(id)

    def whole(self, id: str) -> bytes:
        """The `Replay` without steps."""
        return encoder.encode(self.told(id))

    def look(self, id: str, watcher: int, first: int, last: int) -> bytes:
        """The `Replay` with some of its steps; without its events when they do not begin at the beginning."""
        steps = self.steps(watcher, first, last)
        told = self.told(id) if first == 0 else {"id": id, "events": []}
        return encoder.encode(told | {"steps": steps})

    def steps(self, watcher: int, first: int, last: int) -> list[dict[str, Any]]:
        """Scene and lines of some steps as a seat, or a spectator, saw them.  Raises RequestError."""
        if not 0 <= first <= last <= self.history.step:
            raise RequestError(400, "wrong.step", last=self.history.step)
        if last - first >= MOST_STEPS:
            raise RequestError(400, "wrong.span", most=MOST_STEPS)
        if watcher != WATCHER and not 0 <= watcher < self.record.seats:
            raise RequestError(400, "wrong.seat", last=self.record.seats - 1)
        match, words = self.history.match, self.game.words
        found = []
        if first == 0:
            found.append(self._step(0, watcher, match.view(watcher, self.history.position(0)), []))
        for step in self.history.steps(max(first, 1) - 1):
            if step.step > last:
                break
            before, after = (match.view(watcher, state) for state in (step.before, step.after))
            shown = int(match.rules.observe_action(step.before, step.event.seat, step.event.action, watcher))
            line = words.describe_event(before, step.event.seat, shown, after, self.names, watcher)
            lines = [{"step": step.step, "n": step.step, "seat": seat_word(step.event.seat), "text": line.text,
                      "mark": line.mark, "detail": line.detail}] if line.text else []
            found.append(self._step(step.step, watcher, after, lines))
        return found

    def _step(self, step: int, watcher: int, view: Any, lines: list[dict[str, Any]]) -> dict[str, Any]:
        return {"step": step, "seat": seat_word(watcher), "scene": self.game.words.scene(view, watcher, self.names),
                "lines": lines}

    def upto(self, step: int, seat: int, called: Sequence[str]) -> bytes:
        """An `MatchUpTo` for the person in a seat and for spectators, as JSON; `called`: the names at the new table.

        Numbered as at a new table, whose beginning is number 1.  Raises RequestError.
        """
        if not 0 <= step <= self.history.step:
            raise RequestError(400, "wrong.step", last=self.history.step)
        if not 0 <= seat < self.record.seats:
            raise RequestError(400, "wrong.seat", last=self.record.seats - 1)
        match = self.history.match
        if int(match.rules.to_act(self.history.position(step))) == 0:
            raise RequestError(409, "wrong.over", step=step)
        happened = [msgspec.structs.replace(event, n=event.n + 1) for event in self.history.happened[:step]]
        called = called[:self.record.seats]
        eyes = {watcher: [msgspec.structs.replace(line, n=line.n + 1) for line in self._seen(watcher, called, step)]
                for watcher in (seat, WATCHER)}
        labels = [label_event(self.game.words, event.seat, event.action) for event in happened]
        return encoder.encode(MatchUpTo(self.record.game, self.record.seats, dict(match.options), happened, labels,
                                        self.history.positions(step), eyes))

    def _seen(self, watcher: int, called: Sequence[str], last: int) -> list[LogLine]:
        """The lines of a watcher's log up to a step."""
        eyes = WatcherLog(watcher)
        eyes.follow(self.history, called, last)
        return eyes.lines


def check_players(record: GameRecord) -> None:
    """Names from outside are names or nobody's.  Raises BadRecord."""
    if len(record.players) != record.seats:
        raise BadRecord(say("wrong.players", names=len(record.players), seats=record.seats))
    for seat, name in enumerate(record.players):
        try:
            record.players[seat] = names.clean_name(name)
        except BadInput:
            record.players[seat] = table_say("names.nobody")


def journal_as_record(game: str, rows: Sequence[Sequence[Any]]) -> str:
    """The record of one match of a table's journal.  Raises BadRecord."""
    found = find(game)
    return dump_record(journal_record(found, [Row(*row) for row in rows], found.pure_rules))
