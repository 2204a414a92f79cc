"""Tell the end of a match: points, and the game in which a seat found the secret number best."""

from collections.abc import Sequence
from types import SimpleNamespace

from ...core.best_moment import BestMoment
from ...core.seats import UNKNOWN
from .phrases import SAY, points_text, scores_text, sum_points_by_seat, to_namespace
from .state import State

LEADS = True
BY_HAND = True


def standings(view: State) -> list[int]:
    """Return each seat's points of the finished games."""
    return sum_points_by_seat(to_namespace(view))


def score_title(view: State) -> str:
    """Return the title of the score column."""
    return str(SAY["ending"]["points"])


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """Return the key that ranks a seat's games: points, then how early it answered right; else None."""
    if after.game == before.game:
        return None
    view = to_namespace(after)
    at = right_answer_index(view, seat)
    return None if at == UNKNOWN else (view.points[before.game][seat], -at)


def right_answer_index(view: SimpleNamespace, seat: int) -> int:
    """Return the index of a seat's right answer among all that were placed; UNKNOWN without one."""
    placed = zip(view.placer[:view.laid], view.answer[:view.laid], strict=True)
    return next((i for i, (who, value) in enumerate(placed) if who == seat and value == view.secret), UNKNOWN)


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """Return a seat's best moment: the secret number, its round, and whether anybody was faster."""
    view = to_namespace(after)
    at = right_answer_index(view, seat)
    facts = {"secret": view.secret, "points": points_text(view.points[before.game][seat]),
             "round": sum(since <= at for since in view.since[:view.rounds])}
    fastest = view.answer[:at].count(view.secret) == 0
    text = SAY["ending"]["fastest" if fastest else "found"].format(**facts)
    return BestMoment(text, [{"card": {"figure": view.secret}}])


def decided_text(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> str:
    """Return the points of the game that ended with this action, in a sentence; "" if none did."""
    if after.game == before.game:
        return ""
    view = to_namespace(after)
    points = scores_text(view.points[before.game][:view.seats], watcher, names)
    return str(SAY["ending"]["game"].format(n=after.game, points=points))
