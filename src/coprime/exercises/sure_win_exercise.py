"""Exercises made of sure wins that somebody missed: the trainer of a game makes the position, the rules judge a try.

Any sequence of plays is right that empties the hand without losing the lead, not only the kept one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..core.attr_view import to_object
from ..core.errors import BadInput
from ..core.hint_steps import HintStep
from ..core.match import Match, copy_state
from ..core.messages import join_sentences
from ..core.part_protocols import TrainerPart
from ..core.registry import find_game as find
from .course import seat_names
from .exercise import SAY, AttemptResult, Exercise, ExerciseAttempt, ExerciseText
from .move_script import Move

PASS = "pass"               # what others do who can beat nothing
PASSES = 20                 # of others until the seat leads again, at most


def load_sure_win(name: str, text: str) -> Exercise:
    """Return a kept position of a game as an exercise.  Raises BadInput, also where the kept win does not win."""
    game, say = find(name), SAY["sure_win"]
    trainer = game.trainer
    if trainer is None or trainer.read_position is None:
        raise BadInput(say["no_trainer"].format(title=game.localized_title))
    won = trainer.read_position(text)
    match = Match(game, won.seats, won.options, game.pure_rules)
    match.state = won.state
    names = seat_names(won.seats, won.seat)
    scene = game.words.scene(to_object(match.view(won.seat)), won.seat, list(names))
    labels = tuple(label for play in won.plays for label in play)
    made = SureWinExercise(name="", title=str(say["title"]), match=match, deal=1, seat=won.seat, names=names,
                           prompt=ExerciseText(str(say["ask"]), str(scene["ask"])),
                           answers=(tuple(Move(None, label) for label in labels),),
                           right=ExerciseText(*say["right"]), other=ExerciseText(*say["other"]))
    tried = made.run_attempt((), labels)
    if tried.verdict is not AttemptResult.RIGHT or tried.labels != list(labels):
        raise BadInput(str(say["none"]))
    return made


class SureWinExercise(Exercise):
    """A position in which a seat can go out for certain."""

    def begin_attempt(self) -> "SureWinAttempt":
        """Return an attempt that the rules judge."""
        trainer = self.game.trainer
        assert trainer is not None
        return SureWinAttempt(self, trainer=trainer)

    def remaining_answer(self, done: Sequence[str]) -> list[str]:
        """Return the actions that still win after right ones.  Raises BadInput."""
        attempt = self.run_attempt(done, ())
        assert isinstance(attempt, SureWinAttempt)
        return [] if attempt.verdict is AttemptResult.RIGHT else list(attempt.remaining_labels)

    def hint_steps(self, done: Sequence[str] = ()) -> list[HintStep]:
        """Return the game's own hints to the next play that wins."""
        attempt, words = self.run_attempt(done, ()), self.game.words
        view, remaining = attempt.match.view(self.seat), self.remaining_answer(done)
        for action in map(words.parse, remaining):
            if not attempt.match.rules.is_undoable(view, self.seat, action):
                return self.game.hint_steps_to(to_object(view), self.seat, action)
            attempt.match.rules.apply(view, self.seat, action)
        return []


@dataclass
class SureWinAttempt(ExerciseAttempt):
    """The state of an attempt.

    remaining_labels  labels that still win, counted from a position in which no undoable action is pending
    """

    trainer: TrainerPart = field(kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.remaining_labels: tuple[str, ...] = tuple(move.label for move in self.exercise.answers[0])

    def apply_label(self, label: str) -> None:
        """Apply an action of the seat, let the others pass after a play that they cannot beat; update the verdict."""
        match, seat = self.match, self.exercise.seat
        try:
            action = match.game.words.parse(label)
            match.check(seat, action)
        except BadInput as refused:
            self.verdict, self.rule = AttemptResult.REFUSED, getattr(refused, "rule", "")
            self.text = ExerciseText(str(refused))
            return
        self.labels.append(label)
        self.remaining_labels = self.remaining_labels[1:] if self._is_next(label) else ()
        if match.rules.is_undoable(match.state, seat, action):
            self._act(seat, action)
            return
        before = copy_state(match.state)
        is_violation = bool(match.rules.violation(before, seat, action))
        after = copy_state(before)
        match.rules.apply(after, seat, action)
        if not is_violation and not int(match.rules.to_act(after)):
            self._act(seat, action)
            self.verdict, self.text = AttemptResult.RIGHT, self.exercise.right
            return
        view = to_object(match.view(seat, after))
        played = view.cards[seat] < to_object(match.view(seat, before)).cards[seat]
        if is_violation or not played or not self.trainer.holds_lead(view, seat):
            line = self._log_line(seat, action, before)
            self.verdict, self.lines = AttemptResult.WRONG, [line] if is_violation or played else []
            if is_violation:
                self.text = ExerciseText(line["text"], str(SAY["again"]))
            else:
                self.text = self.exercise.other if played else ExerciseText(*SAY["sure_win"]["enough"])
            return
        self._act(seat, action)
        self._let_others_pass()
        self.remaining_labels = self.remaining_labels or tuple(self.trainer.find_win(to_object(match.view(seat)), seat))
        if self.remaining_labels:
            self.text = ExerciseText(*SAY["sure_win"]["again"])
        else:
            sentences = join_sentences([line["text"] for line in self.lines])
            self.verdict, self.text = AttemptResult.WRONG, ExerciseText(str(SAY["sure_win"]["no_rest"]), sentences)

    def _is_next(self, label: str) -> bool:
        remaining = self.remaining_labels
        return bool(remaining) and self.exercise.matches_label(remaining[0], label)

    def _let_others_pass(self) -> None:
        """Let everybody else pass, and chance act, until the seat leads."""
        match, seat = self.match, self.exercise.seat
        for _ in range(PASSES):
            self._settle_chance()
            acting = match.to_act()
            if seat in acting or not acting:
                return
            self._act(acting[0], match.game.words.parse(PASS))
