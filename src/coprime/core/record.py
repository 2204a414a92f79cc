"""A match as text: it saves, loads and replays byte for byte.

One JSON document whose head is one line and whose events are one line each, so that damage has a line
number.  Seeds and labels are strings; each event carries a digest of the state after it and itself in words.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import deals
from .deprecated import forward_old_names
from .errors import BadInput, BadRecord
from .game import Rules
from .language import LANGUAGE, use_language
from .match import Match
from .messages import HERE, format_sentence
from .registry import find_game as find
from .sealed import SealRecord, parse_sealed
from .seats import CHANCE, CLOCK, WATCHER

FORMAT = 1
LIMIT = 4_000_000       # characters of a record that is read from outside
EVENTS = 20_000         # and its events: a match of Daifugo over 200 hands has 18,500, all other games' matches fewer


@dataclass
class GameRecord:
    """A match's beginning and its events as text: (seat, label, digest, words).

    note    says where the record's rules differ from today's
    deal    the number of the deal that the match began with, 0 for none;  sealed  how it was sealed, if it was
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


def digest_state(state: Any) -> str:
    """Sixteen hex digits that change when any byte of a state does.

    Numbers that the state got later (`kernel.struct`) count only where one of them is set: older records stay sound.
    """
    later, words = state.later_words, state.tobytes()
    if later is not None:
        numbers = np.frombuffer(words, np.int64)
        words = numbers[~later].tobytes() + (numbers[later].tobytes() if numbers[later].any() else b"")
    return hashlib.blake2b(words, digest_size=8).hexdigest()


def seat_name(seat: int) -> str:
    return {CHANCE: "chance", CLOCK: "clock"}.get(seat, str(seat))


def label_event(match_words: Any, seat: int, action: int) -> str:
    """An action as a record writes it: a number for CHANCE and CLOCK, else the game's notation."""
    return str(int(action)) if seat in (CHANCE, CLOCK) else match_words.label(action)


def parse_event(words: Any, seat: int, text: str) -> int:
    """The action that a label stands for.  Raises BadInput."""
    if seat in (CHANCE, CLOCK):
        if not text.isascii() or not text.isdigit() or len(text) > 19 or int(text) >= 2**62:
            raise BadInput(_say("number", text=repr(text[:40]), last=2**62 - 1))
        return int(text)
    return words.parse(text)


class GameRecorder:
    """Writes down a match while it is played: call `act` instead of the match's."""

    def __init__(self, match: Match, players: list[str]) -> None:
        self.match = match
        self.record = GameRecord(match.game.name, match.game.version, match.seats, dict(match.options), players, [])

    def act(self, seat: int, action: int) -> None:
        """Carry out an action and write it down.  Raises Refused."""
        match, words = self.match, self.match.game.words
        before, shown = match.view(WATCHER), int(match.rules.observe_action(match.state, seat, action, WATCHER))
        match.act(seat, action)
        with use_language(LANGUAGE):                            # a record is the same text whoever takes it
            line = words.describe_event(before, seat, shown, match.view(WATCHER), self.record.players, WATCHER)
        self.record.events.append((seat_name(seat), label_event(words, seat, action), digest_state(match.state),
                                   line.text))


def dump_record(record: GameRecord) -> str:
    """The record as text."""
    head = {"coprime": FORMAT, "game": record.game, "version": record.version, "seats": record.seats,
            "options": record.options, "players": record.players}
    if record.deal:
        head["deal"] = record.deal
    if record.sealed:
        head["sealed"] = record.sealed.plain()
    lines = [json.dumps(list(event), ensure_ascii=False) for event in record.events]
    return json.dumps(head, ensure_ascii=False)[:-1] + ', "events": [\n' + ",\n".join(lines) + "\n]}\n"


def load_record(text: str, most: int = LIMIT, events: int | None = None) -> GameRecord:
    """The record in a text of at most `most` characters and so many events, its form checked but not replayed.

    Raises BadRecord.
    """
    if len(text) > most:
        raise _wrong("long", n=f"{len(text):,}", most=f"{most:,}")
    if events is not None and text.count("\n") > events + 2:           # the head and the end are a line each
        raise _wrong("many", n=f"{text.count(chr(10)) - 2:,}", most=f"{events:,}")
    lines = text.splitlines()
    try:
        head = json.loads(lines[0] + "]}")
        if head["coprime"] != FORMAT:
            raise _at(1, _say("format", theirs=head["coprime"], ours=FORMAT))
        record = GameRecord(str(head["game"]), int(head["version"]), int(head["seats"]), dict(head["options"]),
                            [str(name) for name in head["players"]], [])
    except BadRecord:
        raise
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        raise _at(1, _say("head")) from None
    if lines[-1] != "]}":
        raise _at(len(lines), _say("short", end="]}"))
    body = lines[1:-1] if lines[1:-1] != [""] else []
    for number, line in enumerate(body, 2):
        last = number == len(lines) - 1
        record.events.append(_event(number, line, last))
    _where_from(record, head)
    return record


def _where_from(record: GameRecord, head: dict[str, Any]) -> None:
    """What the head says of where chance came from.  Raises BadRecord."""
    deal = head.get("deal", 0)
    if type(deal) is not int or not 0 <= deal <= deals.LAST:
        raise _at(1, _say("deal", last=deals.LAST))
    record.deal = deal
    if "sealed" in head:
        drawn = sum(event[0] == "chance" for event in record.events)
        try:
            record.sealed = parse_sealed(head["sealed"], record.seats, drawn)
        except (AttributeError, LookupError, TypeError, ValueError):
            raise _at(1, _say("seal")) from None


def _event(number: int, line: str, last: bool) -> tuple[str, str, str, str]:
    try:
        if not last and not line.endswith(","):
            raise ValueError
        seat, label_, state, words = json.loads(line if last else line[:-1])
    except (ValueError, TypeError, RecursionError):
        raise _at(number, _say("event")) from None
    if not all(isinstance(part, str) for part in (seat, label_, state, words)):
        raise _at(number, _say("part"))
    return seat, label_, state, words


def replay_record(record: GameRecord, rules: Rules | None = None, upto: int | None = None) -> Match:
    """Play a record through today's rules, `upto` events of it (all by default).

    Raises BadRecord with the line of the first event that is refused or leaves another state than recorded.
    A record of an older version of the rules is replayed as far as it goes: `record.note` says where they differ.
    """
    game = find(record.game)
    try:
        match = Match(game, record.seats, game.check_stored(record.seats, record.options), rules)
    except BadInput as wrong:
        raise _at(1, str(wrong)) from None
    for number, event in enumerate(record.events[:upto], 2):
        broken = _play(match, event)
        if broken and record.version != game.version:
            record.note = _say("older", theirs=record.version, ours=game.version, line=number, why=broken)
            return match
        if broken:
            raise _at(number, broken)
    return match


def record_of_match(match: Match, players: list[str]) -> Iterator[str]:
    """What happened in a match that has been played, event by event, in the language that is spoken."""
    again, words = Match(match.game, match.seats, match.options, match.rules), match.game.words
    before = again.view(WATCHER)
    for event in match.events:
        shown = int(again.rules.observe_action(again.state, event.seat, event.action, WATCHER))
        again.act(event.seat, event.action)
        after = again.view(WATCHER)
        yield words.describe_event(before, event.seat, shown, after, players, WATCHER).text
        before = after


def _play(match: Match, event: tuple[str, str, str, str]) -> str:
    """Carry out one recorded event; return what is wrong with it, or ""."""
    seat, text, state, _ = event
    actor = {"chance": CHANCE, "clock": CLOCK}.get(seat, int(seat) if seat.isdigit() and len(seat) < 3 else -1)
    if actor not in (CHANCE, CLOCK) and not 0 <= actor < match.seats:
        return _say("seat", seat=repr(seat))
    try:
        match.act(actor, parse_event(match.game.words, actor, text))
    except BadInput as refused:
        return str(refused)
    return "" if digest_state(match.state) == state else _say("position")


def _at(line: int, why: str) -> BadRecord:
    return _wrong("line", line=line, why=why)


def _wrong(key: str, **facts: object) -> BadRecord:
    return BadRecord(_say(key, **facts))


def _say(key: str, **facts: object) -> str:
    return format_sentence(HERE, f"record.{key}", **facts)


__getattr__ = forward_old_names(
    __name__, {"Record": "GameRecord", "load": "load_record", "save": "dump_record", "replay": "replay_record"})
