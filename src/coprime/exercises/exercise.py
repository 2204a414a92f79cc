"""An exercise: a position, a question, the right answers, and texts for right and wrong attempts."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from ..core import numbered_deals
from ..core.attr_view import to_object
from ..core.errors import BadInput, Refused
from ..core.game import Game
from ..core.hint_steps import HintStep
from ..core.match import Match, copy_state
from ..core.messages import load_messages
from ..core.met_numbers import list_event_numbers
from ..core.record import parse_event_action, seat_name
from ..core.registry import find_game as find
from ..core.seats import CHANCE
from .move_script import Move, Script

SAY = load_messages(Path(__file__).parent)
MAX_ATTEMPT_ACTIONS = 60               # actions that a try may hold


class AttemptResult(StrEnum):
    """What an attempt has come to."""
    ASKED = "asked"         # nothing has been tried, or what was is the beginning of something right
    RIGHT = "right"
    WRONG = "wrong"         # taken by the rules, and not what is asked: the position stays
    REFUSED = "refused"     # not taken by the rules; that counts as nothing


@dataclass(frozen=True)
class ExerciseText:
    """A sentence, and a smaller line below it."""

    ask: str
    why: str = ""


@dataclass(frozen=True)
class Exercise:
    """A position in which one seat is asked for something.

    name     within its course
    title    its theme, in a few words
    match    the position; every attempt works on a copy
    deal     the number of the deal, which decides what CHANCE does
    names    by seat
    prompt   what is asked
    answers  every way to do it
    wrong    texts for frequent wrong attempts: patterns of their last moves, and the text
    right, other  the texts for a right attempt, and for any other that the rules take
    hints    hints of its own; () to use the game's
    strict   an undoable action that no answer contains is wrong, too; else it is taken as planning, and may be undone
    planned  undoable actions are parts of one move: an answer needs all of them, and no others
    is_open  whatever else the rules take without a violation is kept, until the first answer can no longer be given
    """

    name: str
    title: str
    match: Match
    deal: int
    seat: int
    names: tuple[str, ...]
    prompt: ExerciseText
    answers: tuple[Script, ...]
    right: ExerciseText
    other: ExerciseText
    wrong: tuple[tuple[tuple[str, ...], ExerciseText], ...] = ()
    hints: tuple[str, ...] = ()
    strict: bool = False
    planned: bool = False
    is_open: bool = False

    @property
    def game(self) -> Game:
        """The game of the position."""
        return self.match.game

    def matches_label(self, pattern: str, label: str) -> bool:
        """Return whether a pattern describes this action, or names it in another spelling."""
        if self.is_pattern(pattern):
            return fnmatchcase(label, pattern)
        return label == pattern or bool(self.game.words.parse(label) == self.game.words.parse(pattern))

    def is_pattern(self, text: str) -> bool:
        """Return whether a text is a pattern; one that the game can parse as an action (`a*7`) is none."""
        return _is_pattern(self.game.name, text)

    def run_attempt(self, done: Sequence[str], tried: Sequence[str]) -> "ExerciseAttempt":
        """Apply the right actions so far and then an attempt; return what has come of it.

        Raises BadInput if an action of `done` was not right, or if there are too many actions.
        """
        if len(done) + len(tried) > MAX_ATTEMPT_ACTIONS:
            raise BadInput(SAY["many"].format(n=MAX_ATTEMPT_ACTIONS))
        found = self.begin_attempt()
        for label in done:
            found.apply_label(label)
            if found.verdict not in (AttemptResult.ASKED, AttemptResult.RIGHT):
                raise BadInput(SAY["not_done"].format(label=label[:60]))
        found.lines = []
        for label in tried:
            if found.verdict is not AttemptResult.ASKED:
                break
            found.apply_label(label)
        return found

    def begin_attempt(self) -> "ExerciseAttempt":
        """Return an attempt in which nothing has been done."""
        return ExerciseAttempt(self)

    def view_after(self, done: Sequence[str], quiet: Sequence[str]) -> Any:
        """Return the seat's view after right actions and then undoable ones.  Raises BadInput."""
        match = self.run_attempt(done, ()).match
        view = match.view(self.seat)
        for label in quiet[:MAX_ATTEMPT_ACTIONS]:
            action = self.game.words.parse(label)
            match.check(self.seat, action, view)
            match.rules.apply(view, self.seat, action)
        return view

    def check_allowed(self, done: Sequence[str], tried: Sequence[str]) -> None:
        """Raise BadInput unless the rules take the last of these actions."""
        view = self.view_after(done, tried[:-1])
        for label in tried[-1:]:
            self.match.check(self.seat, self.game.words.parse(label), view)

    def preview_scene(self, done: Sequence[str], quiet: Sequence[str]) -> dict[str, Any]:
        """Return the scene after undoable actions.  Raises BadInput."""
        words, names = self.game.words, list(self.names)
        if words.preview is not None:
            view = self.run_attempt(done, ()).match.view(self.seat)
            return dict(words.preview(view, self.seat, list(quiet), names))
        return dict(words.scene(self.view_after(done, quiet), self.seat, names))

    def hint_ladder(self, done: Sequence[str]) -> list[HintStep]:
        """Return where to look, why, and what to do; none if the game's hints do not lead to an answer."""
        if self.hints and not done:
            return self._own_hints()
        steps = self.hint_steps(done)
        led = next((rung.actions for rung in reversed(steps) if rung.actions), ())
        labels = [self.game.words.label(action) for action in led]
        right = labels and self.run_attempt(done, labels).verdict in (AttemptResult.ASKED, AttemptResult.RIGHT)
        return steps if right else []

    def _own_hints(self) -> list[HintStep]:
        """Return the exercise's own hints, the last with the actions of the first answer and their cards."""
        actions = [self.game.words.parse(label) for label in self.remaining_answer(())]
        view = to_object(self.match.view(self.seat))
        cards = self.game.cards_used(view, self.seat, actions[0]) if actions else ()
        return [*map(HintStep, self.hints[:-1]), HintStep(self.hints[-1], *actions, cards=cards)]

    def hint_steps(self, done: Sequence[str] = ()) -> list[HintStep]:
        """Return the game's own hints for the position."""
        view = to_object(self.run_attempt(done, ()).match.view(self.seat))
        return self.game.hint_steps(view, self.seat, self.names)

    def remaining_answer(self, done: Sequence[str]) -> list[str]:
        """Return the actions still to be done by the first answer that fits those done.  Raises BadInput."""
        fitting = self.run_attempt(done, ()).open_answers
        return [move.label for move in fitting[0][1] if move.seat is None] if fitting else []


@dataclass
class ExerciseAttempt:
    """The state of an attempt, which is applied action by action.

    text          what is said of it
    labels        the seat's actions, as they were written
    open_answers  the answers that begin with these actions, each with its remaining moves
    lines         the log lines, for the seat, of what has just happened
    """

    exercise: Exercise
    verdict: AttemptResult = AttemptResult.ASKED
    text: ExerciseText = field(init=False)
    rule: str = ""
    labels: list[str] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.match = copy(self.exercise.match)
        self.match.state, self.match.events = copy_state(self.match.state), list(self.match.events)
        self.text = self.exercise.prompt
        self.open_answers: list[tuple[Script, Script]] = [(one, one) for one in self.exercise.answers]

    @property
    def scene(self) -> dict[str, Any]:
        """The scene as the asked seat sees it."""
        view = to_object(self.match.view(self.exercise.seat))
        return dict(self.match.game.words.scene(view, self.exercise.seat, list(self.exercise.names)))

    def apply_label(self, label: str) -> None:
        """Apply an action of the asked seat, and what others do then; update the verdict."""
        match, seat, asked = self.match, self.exercise.seat, self.exercise
        try:
            action = match.game.words.parse(label)
            match.check(seat, action)
        except BadInput as refused:
            self.verdict, self.text, self.rule = AttemptResult.REFUSED, ExerciseText(str(refused)), getattr(refused,
                                                                                                            "rule", "")
            return
        self.labels.append(label)
        quiet = bool(match.rules.is_undoable(match.state, seat, action))
        going = [(whole, rest[at + 1:]) for whole,
                 rest in self.open_answers if (at := self._answer_index(rest, label)) is not None]
        if not going and not quiet and asked.is_open and not match.rules.violation(match.state, seat, action):
            self._act(seat, action)
            self._settle_chance()
            text = self._wrong_text(action, "")
            if seat not in match.to_act() or not self._can_still_answer():
                self.verdict, self.text = AttemptResult.RIGHT, text
            elif text is not asked.other:
                self.text = text
            return
        if not going and (asked.strict or not quiet):
            line = self._log_line(seat, action, copy_state(match.state))
            self.verdict, self.text, self.lines = AttemptResult.WRONG, self._wrong_text(action, line["text"]), [line]
            return
        self._act(seat, action)
        if going or asked.planned:
            self.open_answers = [(whole, self._play_others(rest, first=n == 0)) for n,
                                 (whole, rest) in enumerate(going)]
        self._settle_chance()
        if any(not rest for _, rest in self.open_answers):
            self.verdict, self.text = AttemptResult.RIGHT, asked.right

    def _answer_index(self, rest: Script, label: str) -> int | None:
        """Return where in the rest of an answer a move stands, or None.

        Undoable moves before it may be left out unless the exercise is `planned`.
        """
        for at, move in enumerate(rest):
            if move.seat is None and self.exercise.matches_label(move.label, label):
                action = self.match.game.words.parse(label)
                wrong = (self.exercise.is_pattern(move.label)
                         and self.match.rules.violation(self.match.state, self.exercise.seat, action))
                return None if wrong else at
            if move.seat is not None or self.exercise.planned or not self._is_undoable(move):
                return None
        return None

    def _can_still_answer(self) -> bool:
        """Return whether the rules take the begin of the first answer now."""
        label = next(move.label for move in self.exercise.answers[0] if move.seat is None)
        try:
            self.match.check(self.exercise.seat, self.match.game.words.parse(label))
        except BadInput:
            return False
        return True

    def _is_undoable(self, move: Move) -> bool:
        try:
            action = self.match.game.words.parse(move.label)
        except BadInput:
            return False
        return bool(self.match.rules.is_undoable(self.match.state, self.exercise.seat, action))

    def _play_others(self, rest: Script, first: bool) -> Script:
        """Remove other seats' moves from the begin of an answer's rest; apply them if it is the first answer."""
        while rest and rest[0].seat is not None:
            if first:
                self._settle_chance()
                seat = rest[0].seat
                self._act(seat, parse_event_action(self.match.game.words, seat, rest[0].label))
            rest = rest[1:]
        return rest

    def _settle_chance(self) -> None:
        """Let CHANCE act as the deal's number decides."""
        match = self.match
        while match.to_act() == [CHANCE] and not match.rules.is_between_hands(match.state):
            self._act(CHANCE, chance_action(match, self.exercise.deal))

    def _act(self, seat: int, action: int) -> None:
        before = copy_state(self.match.state)
        self.match.act(seat, action)
        line = self._log_line(seat, action, before, self.match.state)
        if line["text"]:
            self.lines.append(line)

    def _log_line(self, seat: int, action: int, before: Any, after: Any = None) -> dict[str, Any]:
        """Return a line of the log as the asked seat reads it; without `after`, of an action that is not kept."""
        match, watcher = self.match, self.exercise.seat
        if after is None:
            after = copy_state(before)
            match.rules.apply(after, seat, action)
        shown = int(match.rules.observe_action(before, seat, action, watcher))
        views = to_object(match.view(watcher, before)), to_object(match.view(watcher, after))
        line = match.game.words.describe_event(views[0], seat, shown, views[1], list(self.exercise.names), watcher)
        met = list_event_numbers(match.game, views[0], seat, shown, views[1], watcher)
        step = len(match.events)
        return {"step": step, "n": step, "seat": seat if seat < CHANCE else seat_name(seat), "text": line.text,
                "mark": line.mark, "detail": line.detail} | ({"met": met} if met else {})

    def _wrong_text(self, action: int, told: str) -> ExerciseText:
        """Return the text for an attempt that is no answer; `told` says what a violation has come to, "" for none."""
        for patterns, said in self.exercise.wrong:
            if any(self._ends_with(pattern.split("; ")) for pattern in patterns):
                return said
        wrong = told and self.match.rules.violation(self.match.state, self.exercise.seat, action)
        return ExerciseText(told, str(SAY["again"])) if wrong else self.exercise.other

    def _ends_with(self, patterns: Sequence[str]) -> bool:
        last = self.labels[-len(patterns):]
        return len(last) == len(patterns) and all(map(self.exercise.matches_label, patterns, last))


@cache
def _is_pattern(name: str, text: str) -> bool:
    try:
        find(name).words.parse(text)
    except BadInput:
        return True
    return False


def chance_action(match: Match, deal: int) -> int:
    """Return what CHANCE does next by the number of a deal."""
    return match.chance(numbered_deals.deal_bits(deal, sum(event.seat == CHANCE for event in match.events)))


def play_to_position(match: Match, deal: int, moves: Script, asked_seat: int) -> None:
    """Play a new match to a position: CHANCE by the deal's number, then the moves.  Raises BadInput."""
    def settle() -> None:
        while match.to_act() == [CHANCE]:
            match.act(CHANCE, chance_action(match, deal))
    settle()
    for move in moves:
        apply_moves(match, (move,), asked_seat)
        settle()


def apply_moves(match: Match, moves: Script, asked_seat: int) -> None:
    """Apply moves to a match.  Raises BadInput with the move that is refused."""
    for move in moves:
        seat = asked_seat if move.seat is None else move.seat
        try:
            match.act(seat, parse_event_action(match.game.words, seat, move.label))
        except Refused as refused:
            raise BadInput(f"{move.label}: {refused}") from None
