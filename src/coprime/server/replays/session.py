"""A record replayed in a worker process, and what can be asked about it."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec

from ...core.attr_view import to_object
from ...core.errors import BadInput, BadRecord
from ...core.match import Match, copy_state
from ...core.messages import join_sentences
from ...core.options import to_json_value
from ...core.record import (
    MOST_EVENTS,
    GameRecord,
    dump_record,
    label_event,
    load_record,
    parse_event_action,
    replay_record,
)
from ...core.record_splitting import split_records
from ...core.registry import find_game as find
from ...core.seats import CHANCE, WATCHER
from ...core.verification import verify_events
from ...table import catalogue, player_names
from ...table.event_history import CHECKPOINT_STEPS, EventHistory, EventWithStates, HistoryEvent, TakenBack, Trial
from ...table.journal_replay import journal_record
from ...table.observer_log import LogLine, SharedSteps, WatcherLog, seat_to_json
from ...table.ports import JournalRow
from ...table.sentences import say as table_say
from ...table.wire import encoder
from ..request_error import RequestError
from ..sentences import say

MOST_STEPS = 100        # in one answer


class MatchUpTo(msgspec.Struct, array_like=True):
    """A match up to one of its steps, from which a new table can continue.

    positions  some of its positions by step, as bytes, the last among them
    log_lines  the logs of some watchers
    """

    game: str
    seats: int
    options: dict[str, Any]
    events: list[HistoryEvent]
    labels: list[str]
    positions: dict[int, bytes]
    log_lines: dict[int, list[LogLine]]


class ReplaySession:
    """A record, checked and played through.  Raises BadRecord with the line of its damage.

    Only some positions are kept, every so many steps; those between them are played again when they are asked for.
    """

    def __init__(self, text: str, events: int | None = MOST_EVENTS) -> None:
        if (n := len(split_records(text))) > 1:
            raise BadRecord(say("wrong.several", n=n))
        record = self.record = load_record(text, most_events=events)
        self.reviews: dict[int, Any] = {}               # by seat, as far as they have been asked for
        check_players(record)
        self.game = find(record.game)
        self.names = record.players
        rules = self.game.pure_rules
        checked = replay_record(record, rules)
        match = Match(self.game, record.seats, checked.options, rules)
        self.history = EventHistory(match, 0)
        for first in range(0, len(checked.events), CHECKPOINT_STEPS):
            trial = Trial(match)
            for event in checked.events[first:first + CHECKPOINT_STEPS]:
                trial.apply_action(event.seat, event.action)
            self.history.commit_trial(trial)
        self._load_taken_back(record)

    def _load_taken_back(self, record: GameRecord) -> None:
        """Note the moves that were taken back with consent, as the record names them.  Raises BadRecord."""
        history, rules = self.history, self.game.pure_rules
        for step, seat, label in record.taken_back:
            if step > history.step_count:                   # a record of older rules, played as far as possible
                continue
            try:
                action = parse_event_action(self.game.words, seat, label)
                wrong = bool(rules.refusal(history.position_at(step), seat, action))
            except BadInput:
                wrong = True
            if wrong:
                raise BadRecord(say("wrong.takenback", label=label[:40], step=step))
            history.taken_back.append(TakenBack(history.events[step - 1].n, step, seat, action))

    def _format_taken_back(self, step: int, watcher: int) -> list[str]:
        """What was taken back to a step with consent, as a watcher saw it."""
        match = self.history.match
        texts = []
        for one in self.history.taken_back:
            if one.step == step:
                before = self.history.position_at(step)
                after = copy_state(before)
                match.rules.apply(after, one.seat, one.action)
                shown = int(match.rules.observe_action(before, one.seat, one.action, watcher))
                views = [match.view(watcher, state) for state in (before, after)]
                line = self.game.words.describe_event(views[0], one.seat, shown, views[1], self.names, watcher)
                texts.append(table_say("log.takenback", text=line.text))
        return texts

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        """All events of the match in a spectator's words."""
        lines: dict[int, list[LogLine]] = {}
        for seen in self._log_lines(WATCHER, self.names, self.history.step_count):
            lines.setdefault(seen.step, []).append(seen)
        return [self._event_json(step, lines.get(step.step, [])) for step in self.history.iterate_steps(0)]

    def _event_json(self, step: EventWithStates, lines: Sequence[LogLine]) -> dict[str, Any]:
        resting = bool(self.history.match.rules.is_between_hands(step.after))
        text = join_sentences(line.text for line in lines)
        return {"step": step.step, "seat": seat_to_json(step.event.seat), "text": text,
                "mark": lines[0].mark if lines else "", "rest": resting} | self._missed_json(step)

    def _missed_json(self, step: EventWithStates) -> dict[str, str]:
        """What a seat could have done instead, as far as it could see at the time; told when all is over."""
        seat, match, words = step.event.seat, self.history.match, self.game.words
        if seat >= CHANCE or not match.over:
            return {}
        sentence = words.missed_play_text(to_object(match.view(seat, step.before)), seat, step.event.action, self.names)
        return {"missed": sentence} if sentence else {}

    @property
    def decisive_step(self) -> int:
        """The decisive step, at which a replay opens.

        Where the log says last that something was won; else, where it says last that something failed; else, and in a
        match that is not over, the last step that it has words for.
        """
        for marks in (("won",), ("failed",)) if self.history.match.over else ():
            for event in reversed(self.events):
                if event["mark"] in marks:
                    return int(event["step"])
        return next((int(event["step"]) for event in reversed(self.events) if event["text"]), self.history.step_count)

    @cached_property
    def seal_json(self) -> dict[str, Any]:
        """Whether the draws of chance match their commitment, with everything needed to check it."""
        sealed, rules = self.record.sealed, self.game.pure_rules
        played = ((step.before, step.event.seat, step.event.action) for step in self.history.iterate_steps(0))
        found = verify_events(self.record, rules, played)
        fields = {"kind": found.kind, "holds": found.is_verified, "sentences": found.sentences, "draws": [
            [one.step, one.draw, str(one.action), one.faces] for one in found.drawn]}
        return fields | (sealed.to_json() if sealed else {}) | {"draws": fields["draws"]}

    def replay_json(self, id: str) -> dict[str, Any]:
        """Return the `Replay` of docs/protocol.md without steps."""
        record, match = self.record, self.history.match
        return {"id": id, "game": record.game, "title": self.game.localized_title, "version": record.version,
                "note": record.note, "players": self.names, "seats": record.seats,
                "options": {name: to_json_value(value) for name, value in match.options.items()},
                "chips": catalogue.rule_chips(self.game, record.seats, match.options), "events": self.events,
                "over": match.over, "moment": self.decisive_step, "seal": self.seal_json, "steps": [],
                "notated": self.game.records is not None}

    def write_notation(self) -> str:
        """Return the match in the notation of the game's players.  Raises RequestError where there is none."""
        if self.game.records is None:
            raise RequestError(404, "wrong.notation", title=self.game.localized_title)
        return self.game.records.write_match(self.history.match)

    def record_and_replay(self, id: str) -> tuple[str, bytes]:
        """Return the record as it is stored, and the encoded `Replay`."""
        return dump_record(self.record), self.encode_replay(id)

    def encode_replay(self, id: str) -> bytes:
        """Return the encoded `Replay` without steps."""
        return encoder.encode(self.replay_json(id))

    def encode_steps(self, id: str, watcher: int, first: int, last: int) -> bytes:
        """Return the encoded `Replay` with some of its steps; its events only when they begin at step 0."""
        steps = self.describe_steps(watcher, first, last)
        fields = self.replay_json(id) if first == 0 else {"id": id, "events": []}
        return encoder.encode(fields | {"steps": steps})

    def describe_steps(self, watcher: int, first: int, last: int) -> list[dict[str, Any]]:
        """Scene and lines of some steps as a seat, or a spectator, saw them.  Raises RequestError."""
        if not 0 <= first <= last <= self.history.step_count:
            raise RequestError(400, "wrong.step", last=self.history.step_count)
        if last - first >= MOST_STEPS:
            raise RequestError(400, "wrong.span", most=MOST_STEPS)
        if watcher != WATCHER and not 0 <= watcher < self.record.seats:
            raise RequestError(400, "wrong.seat", last=self.record.seats - 1)
        match, words = self.history.match, self.game.words
        found = []
        if first == 0:
            found.append(self._step_json(0, watcher, match.view(watcher, self.history.position_at(0)), []))
        for step in self.history.iterate_steps(max(first, 1) - 1):
            if step.step > last:
                break
            before, after = (match.view(watcher, state) for state in (step.before, step.after))
            shown = int(match.rules.observe_action(step.before, step.event.seat, step.event.action, watcher))
            line = words.describe_event(before, step.event.seat, shown, after, self.names, watcher)
            lines = [{"step": step.step, "n": step.step, "seat": seat_to_json(step.event.seat), "text": line.text,
                      "mark": line.mark, "detail": line.detail}] if line.text else []
            lines += [{"step": step.step, "n": step.step, "seat": seat_to_json(step.event.seat), "text": text,
                       "mark": "", "detail": None} for text in self._format_taken_back(step.step, watcher)]
            found.append(self._step_json(step.step, watcher, after, lines))
        return found

    def _step_json(self, step: int, watcher: int, view: Any, lines: list[dict[str, Any]]) -> dict[str, Any]:
        return {"step": step, "seat": seat_to_json(watcher), "scene": self.game.words.scene(view, watcher, self.names),
                "lines": lines}

    def encode_match_up_to(self, step: int, seat: int, seat_names: Sequence[str]) -> bytes:
        """Return an encoded `MatchUpTo` for a seat and for spectators; `names` are those at the new table.

        Numbered as at a new table, whose beginning is number 1. Raises RequestError.
        """
        if not 0 <= step <= self.history.step_count:
            raise RequestError(400, "wrong.step", last=self.history.step_count)
        if not 0 <= seat < self.record.seats:
            raise RequestError(400, "wrong.seat", last=self.record.seats - 1)
        match = self.history.match
        if int(match.rules.to_act(self.history.position_at(step))) == 0:
            raise RequestError(409, "wrong.over", step=step)
        events = [msgspec.structs.replace(event, n=event.n + 1) for event in self.history.events[:step]]
        seat_names = seat_names[:self.record.seats]
        log_lines = {watcher: [msgspec.structs.replace(line, n=line.n + 1)
                               for line in self._log_lines(watcher, seat_names, step)]
                     for watcher in (seat, WATCHER)}
        labels = [label_event(self.game.words, event.seat, event.action) for event in events]
        return encoder.encode(MatchUpTo(self.record.game, self.record.seats, dict(match.options), events, labels,
                                        self.history.sample_positions(step), log_lines))

    def _log_lines(self, watcher: int, seat_names: Sequence[str], last: int) -> list[LogLine]:
        """The lines of a watcher's log up to a step."""
        log = WatcherLog(watcher)
        log.catch_up(self.history, SharedSteps(self.history.match, seat_names), last)
        return log.lines


def check_players(record: GameRecord) -> None:
    """Replace invalid names of an uploaded record by "Somebody".

    Raises BadRecord for a wrong number of names.
    """
    if len(record.players) != record.seats:
        raise BadRecord(say("wrong.players", names=len(record.players), seats=record.seats))
    for seat, name in enumerate(record.players):
        try:
            record.players[seat] = player_names.clean_name(name)
        except BadInput:
            record.players[seat] = table_say("names.nobody")


def journal_as_record(game: str, rows: Sequence[Sequence[Any]]) -> str:
    """The record of one match of a table's journal.  Raises BadRecord."""
    found = find(game)
    return dump_record(journal_record(found, [JournalRow(*row) for row in rows], found.pure_rules))
