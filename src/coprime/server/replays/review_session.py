"""Looking back on a match in a reader's process: its moments, and what becomes of a try at one of them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from ...core.match import Match, copy_state
from ...core.messages import load_messages
from ...exercises import Exercise
from ...exercises.exercise import Said
from ...exercises.script import Move
from ...reviews import HINT, Moment, Review, as_good, review
from ..app.attempts import Attempt, answer_attempt
from ..sentences import RequestError
from .session import ReplaySession

SECONDS = 12.0              # of thinking at most
SEED = 1
SAY = load_messages(Path(__file__).parents[1])["review"]


class ReviewSession:
    """A match looked back on from one seat: what can be tried again."""

    def __init__(self, opened: ReplaySession, seat: int) -> None:
        self.opened, self.seat = opened, seat
        self.found: Review = review(opened.record, seat, SECONDS, SEED)
        # Where nothing should have been done there is nothing to try.
        self.moments = [moment for moment in self.found.moments if moment.better]
        self._exercises: dict[int, Exercise] = {}

    def told(self) -> dict[str, Any]:
        """What a page shows of it: never the answers, which are found by trying."""
        return {"game": self.found.game, "title": self.found.title, "seat": self.seat,
                "players": list(self.found.players), "finished": self.found.finished,
                "moments": [{"step": moment.step, "played": moment.played.words} for moment in self.moments]}

    def learnt(self, number: int) -> dict[str, Any]:
        """What is told of a moment when it has been tried: why, and what it was worth.  Raises RequestError."""
        moment = self.moment(number)
        boxes = moment.boxes
        return {"reason": list(moment.reason), "better": moment.better.words if moment.better else "",
                "lost": str(SAY["lost"].format(lost=moment.lost)),
                "boxes": {"played": boxes.played, "better": boxes.better} if boxes else None}

    def moment(self, number: int) -> Moment:
        """Raises RequestError."""
        if not 0 <= number < len(self.moments):
            raise RequestError(404, "wrong.moment", n=len(self.moments))
        return self.moments[number]

    def exercise(self, number: int) -> Exercise:
        """A moment as something to try, made once: what is as good takes a while to find.  Raises RequestError."""
        if number not in self._exercises:
            self._exercises[number] = self._exercise(number)
        return self._exercises[number]

    def _exercise(self, number: int) -> Exercise:
        moment, opened = self.moment(number), self.opened
        history, game = opened.history, opened.game
        match = Match(game, history.match.seats, history.match.options, game.pure_rules)
        match.state = copy_state(history.position(moment.step))
        assert moment.better
        view, words, labels = match.view(self.seat), game.words, moment.better.labels
        played, better = (tuple((self.seat, words.parse(label)) for label in one)
                          for one in (moment.played.labels, labels))
        others = as_good(game, view, self.seat, played, better, SEED)
        answers = [labels, *([words.label(action)] for action in others)]
        asked = Said(str(SAY["ask"]), str(words.scene(view, self.seat, opened.names)["ask"]))
        same = Said(str(SAY["same"]), moment.played.words)
        other = Said(*SAY["other" if moment.by == HINT else "master"])
        return Exercise(str(number), game.localized_title, match, 0, self.seat, tuple(opened.names), asked,
                        tuple(tuple(Move(None, label) for label in answer) for answer in answers),
                        Said(str(SAY["right"]), moment.played.words), other,
                        ((moment.played.labels[-1:], same),), strict=True)


def _of(opened: ReplaySession, seat: int) -> ReviewSession:
    """Thought out once for a seat of a record that is open here.  Raises BadInput."""
    if seat not in opened.reviews:
        opened.reviews[seat] = ReviewSession(opened, seat)
    return opened.reviews[seat]


def review_moments(opened: ReplaySession, seat: int) -> dict[str, Any]:
    """Raises BadInput."""
    return _of(opened, seat).told()


def moment_lesson(opened: ReplaySession, seat: int, number: int) -> dict[str, Any]:
    """Raises BadInput."""
    return _of(opened, seat).learnt(number)


def try_again(opened: ReplaySession, seat: int, number: int, given: dict[str, Any]) -> dict[str, Any]:
    """What becomes of a try at a moment.  Raises BadInput."""
    return answer_attempt(_of(opened, seat).exercise(number), msgspec.convert(given, Attempt))


JOBS: dict[str, Callable[..., Any]] = {"look_back": review_moments, "learn": moment_lesson, "again": try_again}
