"""One exercise: a position, what is asked there, what is right, and what is said of anything else."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from ..core import deals
from ..core.attr_view import to_object
from ..core.errors import BadInput, Refused
from ..core.game import Game
from ..core.hint_steps import HintStep
from ..core.match import Match, copy_state
from ..core.messages import load_messages
from ..core.record import parse_event, seat_name
from ..core.registry import find_game as find
from ..core.seats import CHANCE
from .script import Move, Script

SAY = load_messages(Path(__file__).parent)
MOST = 60               # actions that a try may hold


class AttemptResult(StrEnum):
    ASKED = "asked"         # nothing has been tried, or what was is the beginning of something right
    RIGHT = "right"
    WRONG = "wrong"         # taken by the rules, and not what is asked: the position stays
    REFUSED = "refused"     # not taken by the rules; that counts as nothing


@dataclass(frozen=True)
class Said:
    """A sentence, and the line below it."""

    ask: str
    why: str = ""


@dataclass(frozen=True)
class Exercise:
    """A position in which one seat is asked for something.

    name     within its course
    title    what it is about, in a few words
    match    the position; every try has a copy
    deal     the number of the deal, by which CHANCE goes on
    names    by seat
    asked    what is asked
    answers  every way to do it
    wrong    what is said of a try that is often made: patterns of its last moves, and the words
    right, other  what is said of what is asked, and of anything else that the rules take
    hints    a ladder of its own; () where the game's says the same
    strict   a quiet action that no answer has is wrong too; else it is a plan, and may be taken back
    planned  quiet actions are parts of one move: an answer has all of them, and no others
    """

    name: str
    title: str
    match: Match
    deal: int
    seat: int
    names: tuple[str, ...]
    asked: Said
    answers: tuple[Script, ...]
    right: Said
    other: Said
    wrong: tuple[tuple[tuple[str, ...], Said], ...] = ()
    hints: tuple[str, ...] = ()
    strict: bool = False
    planned: bool = False

    @property
    def game(self) -> Game:
        return self.match.game

    def fits(self, pattern: str, label: str) -> bool:
        """Is it this action, however it is written, or one that the pattern describes?"""
        if self.is_pattern(pattern):
            return fnmatchcase(label, pattern)
        return label == pattern or bool(self.game.words.parse(label) == self.game.words.parse(pattern))

    def is_pattern(self, text: str) -> bool:
        """What reads as an action (`a*7`) is that action."""
        return _is_pattern(self.game.name, text)

    def attempt(self, done: Sequence[str], tried: Sequence[str]) -> "Attempt":
        """What becomes of a try, after what was done and right so far.  Raises BadInput where that was not."""
        if len(done) + len(tried) > MOST:
            raise BadInput(SAY["many"].format(n=MOST))
        found = Attempt(self)
        for label in done:
            found.take(label)
            if found.verdict not in (AttemptResult.ASKED, AttemptResult.RIGHT):
                raise BadInput(SAY["not_done"].format(label=label[:60]))
        found.lines = []
        for label in tried:
            if found.verdict is not AttemptResult.ASKED:
                break
            found.take(label)
        return found

    def imagined(self, done: Sequence[str], quiet: Sequence[str]) -> Any:
        """The seat's view after quiet actions.  Raises BadInput."""
        match = self.attempt(done, ()).match
        view = match.view(self.seat)
        for label in quiet[:MOST]:
            action = self.game.words.parse(label)
            match.check(self.seat, action, view)
            match.rules.apply(view, self.seat, action)
        return view

    def may(self, done: Sequence[str], tried: Sequence[str]) -> None:
        """Would the rules take the last of these?  Raises BadInput where not."""
        view = self.imagined(done, tried[:-1])
        for label in tried[-1:]:
            self.match.check(self.seat, self.game.words.parse(label), view)

    def preview(self, done: Sequence[str], quiet: Sequence[str]) -> dict[str, Any]:
        """The scene after quiet actions.  Raises BadInput."""
        words, names = self.game.words, list(self.names)
        if words.preview is not None:
            view = self.attempt(done, ()).match.view(self.seat)
            return dict(words.preview(view, self.seat, list(quiet), names))
        return dict(words.scene(self.imagined(done, quiet), self.seat, names))

    def ladder(self, done: Sequence[str]) -> list[str]:
        """Hints, from a nudge to what is to be done; none where those of the game lead elsewhere."""
        if self.hints and not done:
            return list(self.hints)
        rungs = self.rungs(done)
        led = next((rung.actions for rung in reversed(rungs) if rung.actions), ())
        labels = [self.game.words.label(action) for action in led]
        right = labels and self.attempt(done, labels).verdict in (AttemptResult.ASKED, AttemptResult.RIGHT)
        return list(map(str, rungs)) if right else []

    def rungs(self, done: Sequence[str] = ()) -> list[HintStep]:
        """What the game's own hints say."""
        view = to_object(self.attempt(done, ()).match.view(self.seat))
        return self.game.hint_steps(view, self.seat, self.names)

    def answer(self, done: Sequence[str]) -> list[str]:
        """What is still to be done: the first way that goes on from what was done.  Raises BadInput."""
        fitting = self.attempt(done, ()).fitting
        return [move.label for move in fitting[0][1] if move.seat is None] if fitting else []


@dataclass
class Attempt:
    """A try, move by move.

    made     what the seat has done, as it was written
    fitting  the answers that it is the beginning of, each with what is left of it
    lines    what the seat's log says of what has just happened
    """

    exercise: Exercise
    verdict: AttemptResult = AttemptResult.ASKED
    said: Said = field(init=False)
    rule: str = ""
    made: list[str] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.match = copy(self.exercise.match)
        self.match.state, self.match.events = copy_state(self.match.state), list(self.match.events)
        self.said = self.exercise.asked
        self.fitting: list[tuple[Script, Script]] = [(one, one) for one in self.exercise.answers]

    @property
    def scene(self) -> dict[str, Any]:
        view = to_object(self.match.view(self.exercise.seat))
        return dict(self.match.game.words.scene(view, self.exercise.seat, list(self.exercise.names)))

    def take(self, label: str) -> None:
        """Do a move of the seat that is asked, and what others do then."""
        match, seat, asked = self.match, self.exercise.seat, self.exercise
        try:
            action = match.game.words.parse(label)
            match.check(seat, action)
        except BadInput as refused:
            self.verdict, self.said, self.rule = AttemptResult.REFUSED, Said(str(refused)), getattr(refused, "rule", "")
            return
        self.made.append(label)
        quiet = bool(match.rules.is_undoable(match.state, seat, action))
        going = [(whole, rest[at + 1:]) for whole, rest in self.fitting if (at := self._place(rest, label)) is not None]
        if not going and (asked.strict or not quiet):
            line = self._line(seat, action, copy_state(match.state))
            self.verdict, self.said, self.lines = AttemptResult.WRONG, self._of_wrong(action, line["text"]), [line]
            return
        self._do(seat, action)
        if going or asked.planned:
            self.fitting = [(whole, self._others(rest, first=n == 0)) for n, (whole, rest) in enumerate(going)]
        self._settle()
        if any(not rest for _, rest in self.fitting):
            self.verdict, self.said = AttemptResult.RIGHT, asked.right

    def _place(self, rest: Script, label: str) -> int | None:
        """Where in what is left of an answer a move stands: quiet ones may be left out before it, where not planned."""
        for at, move in enumerate(rest):
            if move.seat is None and self.exercise.fits(move.label, label):
                action = self.match.game.words.parse(label)
                wrong = (self.exercise.is_pattern(move.label)
                         and self.match.rules.violation(self.match.state, self.exercise.seat, action))
                return None if wrong else at
            if move.seat is not None or self.exercise.planned or not self._quiet(move):
                return None
        return None

    def _quiet(self, move: Move) -> bool:
        try:
            action = self.match.game.words.parse(move.label)
        except BadInput:
            return False
        return bool(self.match.rules.is_undoable(self.match.state, self.exercise.seat, action))

    def _others(self, rest: Script, first: bool) -> Script:
        """What others do before one's own next move: done once, and left out of every answer that goes on."""
        while rest and rest[0].seat is not None:
            if first:
                self._settle()
                seat = rest[0].seat
                self._do(seat, parse_event(self.match.game.words, seat, rest[0].label))
            rest = rest[1:]
        return rest

    def _settle(self) -> None:
        """CHANCE acts as the deal's number says."""
        match = self.match
        while match.to_act() == [CHANCE] and not match.rules.is_between_hands(match.state):
            self._do(CHANCE, drawn(match, self.exercise.deal))

    def _do(self, seat: int, action: int) -> None:
        before = copy_state(self.match.state)
        self.match.act(seat, action)
        line = self._line(seat, action, before, self.match.state)
        if line["text"]:
            self.lines.append(line)

    def _line(self, seat: int, action: int, before: Any, after: Any = None) -> dict[str, Any]:
        """A line of the log as the seat that is asked reads it.  Without `after`, of what did not stay."""
        match, watcher = self.match, self.exercise.seat
        if after is None:
            after = copy_state(before)
            match.rules.apply(after, seat, action)
        shown = int(match.rules.observe_action(before, seat, action, watcher))
        line = match.game.words.describe_event(to_object(match.view(watcher, before)), seat, shown,
                                      to_object(match.view(watcher, after)), list(self.exercise.names), watcher)
        step = len(match.events)
        return {"step": step, "n": step, "seat": seat if seat < CHANCE else seat_name(seat), "text": line.text,
                "mark": line.mark, "detail": line.detail}

    def _of_wrong(self, action: int, told: str) -> Said:
        for patterns, said in self.exercise.wrong:
            if any(self._ended_by(pattern.split("; ")) for pattern in patterns):
                return said
        wrong = self.match.rules.violation(self.match.state, self.exercise.seat, action)
        return Said(told, str(SAY["again"])) if wrong else self.exercise.other

    def _ended_by(self, patterns: Sequence[str]) -> bool:
        last = self.made[-len(patterns):]
        return len(last) == len(patterns) and all(map(self.exercise.fits, patterns, last))


@cache
def _is_pattern(name: str, text: str) -> bool:
    try:
        find(name).words.parse(text)
    except BadInput:
        return True
    return False


def drawn(match: Match, deal: int) -> int:
    """What CHANCE does next by the number of a deal."""
    return match.chance(deals.deal_bits(deal, sum(event.seat == CHANCE for event in match.events)))


def laid(match: Match, deal: int, moves: Script, asked: int) -> None:
    """Play a new match to a position: CHANCE by the deal's number, the rest as it is written.  Raises BadInput."""
    def settle() -> None:
        while match.to_act() == [CHANCE]:
            match.act(CHANCE, drawn(match, deal))
    settle()
    for move in moves:
        carried_out(match, (move,), asked)
        settle()


def carried_out(match: Match, moves: Script, asked: int) -> None:
    """Play moves as they are written.  Raises BadInput with the one that cannot be done."""
    for move in moves:
        seat = asked if move.seat is None else move.seat
        try:
            match.act(seat, parse_event(match.game.words, seat, move.label))
        except Refused as refused:
            raise BadInput(f"{move.label}: {refused}") from None
