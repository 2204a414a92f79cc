"""A match as text, which saves, loads and replays byte for byte.

One JSON document: the head is one line and each event is one line, so damage has a line number. Seeds and labels
are strings; each event has a digest of the state after it and a sentence.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import numbered_deals
from .deprecated import forward_old_names
from .errors import BadInput, BadRecord
from .game import Rules
from .language_selection import LANGUAGE, use_language
from .match import Match
from .messages import HERE, format_sentence
from .registry import find_game as find
from .sealed import SealRecord, parse_sealed
from .seats import CHANCE, CLOCK, UNKNOWN, WATCHER

FORMAT = 1
MOST_CHARACTERS = 4_000_000       # characters of a record that is read from outside
# And its events: a match of Daifugo over 200 hands has 18,500, all other games' matches fewer.
MOST_EVENTS = 20_000
MOST_TAKEN_BACK = 200           # moves that were taken back with consent; a seat asks seldom


@dataclass
class GameRecord:
    """The start and the events of a match as text: (seat, label, digest, sentence).

    note    where the record's rules differ from today's
    taken_back  (step, seat, label) of moves that were taken back to a step with everybody's consent
    deal    the number of the deal, 0 for none;  sealed  how the match was sealed, if it was
    """

    game: str
    version: int
    seats: int
    options: dict[str, Any]
    players: list[str]
    events: list[tuple[str, str, str, str]]
    note: str = ""
    deal: int = 0
    sealed: SealRecord | None = None
    taken_back: list[tuple[int, int, str]] = field(default_factory=list)


def digest_state(state: Any) -> str:
    """Return 16 hex digits that identify the bytes of a state.

    Words added to the state later (`state_struct.struct`) count only where one of them is set, so older records stay
    valid.
    """
    later, words = state.later_words, state.tobytes()
    if later is not None:
        numbers = np.frombuffer(words, np.int64)
        words = numbers[~later].tobytes() + (numbers[later].tobytes() if numbers[later].any() else b"")
    return hashlib.blake2b(words, digest_size=8).hexdigest()


def seat_name(seat: int) -> str:
    """Return a seat as a record writes it: its number, "chance" or "clock"."""
    return {CHANCE: "chance", CLOCK: "clock"}.get(seat, str(seat))


def parse_seat(text: str) -> int:
    """Return the seat that a record names so; UNKNOWN for what names none."""
    return {"chance": CHANCE, "clock": CLOCK}.get(text, int(text) if text.isdigit() and len(text) < 3 else UNKNOWN)


def label_event(words: Any, seat: int, action: int) -> str:
    """Return an action as a record writes it: a number for CHANCE and CLOCK, else the game's notation."""
    return str(int(action)) if seat in (CHANCE, CLOCK) else words.label(action)


def parse_event_action(words: Any, seat: int, text: str) -> int:
    """Return the action of a recorded label.  Raises BadInput."""
    if seat in (CHANCE, CLOCK):
        if not text.isascii() or not text.isdigit() or len(text) > 19 or int(text) >= 2**62:
            raise BadInput(_message_text("number", text=repr(text[:40]), last=2**62 - 1))
        return int(text)
    return words.parse(text)


class GameRecorder:
    """Records a match while it is played: call its `act` instead of the match's."""

    def __init__(self, match: Match, players: list[str]) -> None:
        self.match = match
        self.record = GameRecord(match.game.name, match.game.version, match.seats, dict(match.options), players, [])

    def act(self, seat: int, action: int) -> None:
        """Carry out an action and record it.  Raises Refused."""
        match, words = self.match, self.match.game.words
        before, shown = match.view(WATCHER), int(match.rules.observe_action(match.state, seat, action, WATCHER))
        match.act(seat, action)
        with use_language(LANGUAGE):                            # a record is the same text whoever takes it
            line = words.describe_event(before, seat, shown, match.view(WATCHER), self.record.players, WATCHER)
        self.record.events.append((seat_name(seat), label_event(words, seat, action), digest_state(match.state),
                                   line.text))


def dump_record(record: GameRecord) -> str:
    """Return a record as text."""
    head = {"coprime": FORMAT, "game": record.game, "version": record.version, "seats": record.seats,
            "options": record.options, "players": record.players}
    if record.deal:
        head["deal"] = record.deal
    if record.sealed:
        head["sealed"] = record.sealed.to_json()
    if record.taken_back:
        head["taken_back"] = record.taken_back
    lines = [json.dumps(list(event), ensure_ascii=False) for event in record.events]
    return json.dumps(head, ensure_ascii=False)[:-1] + ', "events": [\n' + ",\n".join(lines) + "\n]}\n"


def load_record(text: str, most_characters: int = MOST_CHARACTERS, most_events: int | None = None) -> GameRecord:
    """Parse a record without replaying it.  Raises BadRecord.

    most_characters, most_events  limits on the text; None: no limit on events
    """
    if len(text) > most_characters:
        raise _record_error("long", n=f"{len(text):,}", most=f"{most_characters:,}")
    if most_events is not None and text.count("\n") > most_events + 2:           # the head and the end are a line each
        raise _record_error("many", n=f"{text.count(chr(10)) - 2:,}", most=f"{most_events:,}")
    lines = text.splitlines()
    try:
        head = json.loads(lines[0] + "]}")
        if head["coprime"] != FORMAT:
            raise _line_error(1, _message_text("format", theirs=head["coprime"], ours=FORMAT))
        record = GameRecord(str(head["game"]), int(head["version"]), int(head["seats"]), dict(head["options"]),
                            [str(name) for name in head["players"]], [])
    except BadRecord:
        raise
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        raise _line_error(1, _message_text("head")) from None
    if lines[-1] != "]}":
        raise _line_error(len(lines), _message_text("short", end="]}"))
    body = lines[1:-1] if lines[1:-1] != [""] else []
    for number, line in enumerate(body, 2):
        last = number == len(lines) - 1
        record.events.append(_parse_event_line(number, line, last))
    _load_chance_source(record, head)
    record.taken_back = _parse_taken_back(head.get("taken_back", []), record)
    return record


def _parse_taken_back(found: Any, record: GameRecord) -> list[tuple[int, int, str]]:
    """Read the moves that were taken back from a record's head.  Raises BadRecord."""
    try:
        moves = [(step, seat, label) for step, seat, label in found]
    except (TypeError, ValueError):
        raise _line_error(1, _message_text("head")) from None
    if len(moves) > MOST_TAKEN_BACK or not all(
            type(step) is int and 0 < step <= len(record.events) and type(seat) is int and 0 <= seat < record.seats
            and isinstance(label, str) for step, seat, label in moves):
        raise _line_error(1, _message_text("head"))
    return moves


def _load_chance_source(record: GameRecord, head: dict[str, Any]) -> None:
    """Read the deal number or the seal from a record's head.  Raises BadRecord."""
    deal = head.get("deal", 0)
    if type(deal) is not int or not 0 <= deal <= numbered_deals.LAST_DEAL:
        raise _line_error(1, _message_text("deal", last=numbered_deals.LAST_DEAL))
    record.deal = deal
    if "sealed" in head:
        drawn = sum(event[0] == "chance" for event in record.events)
        try:
            record.sealed = parse_sealed(head["sealed"], record.seats, drawn)
        except (AttributeError, LookupError, TypeError, ValueError):
            raise _line_error(1, _message_text("seal")) from None


def _parse_event_line(number: int, line: str, last: bool) -> tuple[str, str, str, str]:
    try:
        if not last and not line.endswith(","):
            raise ValueError
        seat, label_, state, words = json.loads(line if last else line[:-1])
    except (ValueError, TypeError, RecursionError):
        raise _line_error(number, _message_text("event")) from None
    if not all(isinstance(part, str) for part in (seat, label_, state, words)):
        raise _line_error(number, _message_text("part"))
    return seat, label_, state, words


def replay_record(record: GameRecord, rules: Rules | None = None, most_events: int | None = None) -> Match:
    """Replay a record with today's rules and return the match.

    Raises BadRecord with the line of the first event that is refused or leaves another state than recorded. A
    record of an older version is replayed as far as possible; `record.note` then says where the rules differ.

    most_events  replay only so many; all by default
    """
    game = find(record.game)
    try:
        match = Match(game, record.seats, game.check_stored(record.seats, record.options), rules)
    except BadInput as wrong:
        raise _line_error(1, str(wrong)) from None
    for number, event in enumerate(record.events[:most_events], 2):
        broken = _replay_event(match, event)
        if broken and record.version != game.version:
            record.note = _message_text("older", theirs=record.version, ours=game.version, line=number, why=broken)
            return match
        if broken:
            raise _line_error(number, broken)
    return match


def record_of_match(match: Match, players: list[str]) -> Iterator[str]:
    """Yield the sentence of each event of a played match, in the current language."""
    again, words = Match(match.game, match.seats, match.options, match.rules), match.game.words
    before = again.view(WATCHER)
    for event in match.events:
        shown = int(again.rules.observe_action(again.state, event.seat, event.action, WATCHER))
        again.act(event.seat, event.action)
        after = again.view(WATCHER)
        yield words.describe_event(before, event.seat, shown, after, players, WATCHER).text
        before = after


def _replay_event(match: Match, event: tuple[str, str, str, str]) -> str:
    """Replay one recorded event; return what is wrong with it, or ""."""
    seat, text, state, _ = event
    actor = parse_seat(seat)
    if actor not in (CHANCE, CLOCK) and not 0 <= actor < match.seats:
        return _message_text("seat", seat=repr(seat))
    try:
        match.act(actor, parse_event_action(match.game.words, actor, text))
    except BadInput as refused:
        return str(refused)
    return "" if digest_state(match.state) == state else _message_text("position")


def _line_error(line: int, why: str) -> BadRecord:
    return _record_error("line", line=line, why=why)


def _record_error(key: str, **facts: object) -> BadRecord:
    return BadRecord(_message_text(key, **facts))


def _message_text(key: str, **facts: object) -> str:
    return format_sentence(HERE, f"record.{key}", **facts)


__getattr__ = forward_old_names(
    __name__, {"Record": "GameRecord", "load": "load_record", "save": "dump_record", "replay": "replay_record"})
