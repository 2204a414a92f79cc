"""Review a match in a worker process: its moments, and attempts at one of them."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec

from ...core.match import Match, copy_state
from ...core.messages import load_messages
from ...exercises import Exercise
from ...exercises.exercise import ExerciseText
from ...exercises.move_script import Move
from ...reviews import HINT, Review, ReviewMoment, find_equally_good, review
from ..app.exercise_requests import ExerciseRequest, answer_exercise_request
from ..request_error import RequestError
from .session import ReplaySession

REVIEW_SECONDS = 12.0              # of thinking at most
SEED = 1
SENTENCES = load_messages(Path(__file__).parents[1])["review"]


class ReviewSession:
    """The review of a match from one seat, and its moments as exercises."""

    def __init__(self, replay: ReplaySession, seat: int) -> None:
        self.replay, self.seat = replay, seat
        self.review: Review = review(replay.record, seat, REVIEW_SECONDS, SEED)
        # Where nothing should have been done there is nothing to try.
        self.moments = [moment for moment in self.review.moments if moment.better]
        self._exercises: dict[int, Exercise] = {}

    def review_json(self) -> dict[str, Any]:
        """Return the moments as a page shows them, without the better actions, and all turns with what was found."""
        return {"game": self.review.game, "title": self.review.title, "seat": self.seat,
                "players": list(self.review.players), "finished": self.review.finished,
                "moments": [{"step": moment.step, "played": moment.played.words} for moment in self.moments],
                "turns": [asdict(turn) for turn in self.review.turns], "decisive": self.review.decisive}

    def moment_json(self, number: int) -> dict[str, Any]:
        """Return the explanation of a moment that has been tried. Raises RequestError."""
        moment = self.get_moment(number)
        boxes = moment.boxes
        return {"why": list(moment.why), "reason": list(moment.reason),
                "better": moment.better.words if moment.better else "",
                "lost": str(SENTENCES["lost"].format(lost=moment.lost)),
                "boxes": {"played": boxes.played, "better": boxes.better} if boxes else None}

    def get_moment(self, number: int) -> ReviewMoment:
        """Return a moment by its number. Raises RequestError."""
        if not 0 <= number < len(self.moments):
            raise RequestError(404, "wrong.moment", n=len(self.moments))
        return self.moments[number]

    def get_exercise(self, number: int) -> Exercise:
        """Return a moment as an exercise. Raises RequestError.

        It is made once, since equally good answers take a while to find.
        """
        if number not in self._exercises:
            self._exercises[number] = self._make_exercise(number)
        return self._exercises[number]

    def _make_exercise(self, number: int) -> Exercise:
        moment, replay = self.get_moment(number), self.replay
        history, game = replay.history, replay.game
        match = Match(game, history.match.seats, history.match.options, game.pure_rules)
        match.state = copy_state(history.position_at(moment.step))
        assert moment.better
        view, words, labels = match.view(self.seat), game.words, moment.better.labels
        played, better = (tuple((self.seat, words.parse(label)) for label in one)
                          for one in (moment.played.labels, labels))
        others = find_equally_good(game, view, self.seat, played, better, SEED)
        answers = [labels, *([words.label(action)] for action in others)]
        sentence = ExerciseText(str(SENTENCES["ask"]), str(words.scene(view, self.seat, replay.names)["ask"]))
        same = ExerciseText(str(SENTENCES["same"]), moment.played.words)
        other = ExerciseText(*SENTENCES["other" if moment.by == HINT else "master"])
        return Exercise(str(number), game.localized_title, match, 0, self.seat, tuple(replay.names), sentence,
                        tuple(tuple(Move(None, label) for label in answer) for answer in answers),
                        ExerciseText(str(SENTENCES["right"]), moment.played.words), other,
                        ((moment.played.labels[-1:], same),), strict=True)


def _review_of(replay: ReplaySession, seat: int) -> ReviewSession:
    """Thought out once for a seat of a record that is open here.  Raises BadInput."""
    if seat not in replay.reviews:
        replay.reviews[seat] = ReviewSession(replay, seat)
    return replay.reviews[seat]


def review_moments(replay: ReplaySession, seat: int) -> dict[str, Any]:
    """Return the moments of a seat, as JSON. Raises BadInput."""
    return _review_of(replay, seat).review_json()


def moment_lesson(replay: ReplaySession, seat: int, number: int) -> dict[str, Any]:
    """Return the explanation of a moment, as JSON. Raises BadInput."""
    return _review_of(replay, seat).moment_json(number)


def try_again(replay: ReplaySession, seat: int, number: int, given: dict[str, Any]) -> dict[str, Any]:
    """Answer an attempt at a moment. Raises BadInput."""
    exercise = _review_of(replay, seat).get_exercise(number)
    return answer_exercise_request(exercise, msgspec.convert(given, ExerciseRequest))


JOBS: dict[str, Callable[..., Any]] = {"look_back": review_moments, "learn": moment_lesson, "again": try_again}
