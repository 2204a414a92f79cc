"""What the end of a match tells: points, and the game in which a seat found the secret number best."""

from collections.abc import Sequence
from types import SimpleNamespace

from ...core.best_moment import BestMoment
from ...core.seats import UNKNOWN
from .phrases import SAY, points_word, read, score_line, totals
from .state import State

LEADS = True
BY_HAND = True


def standings(view: State) -> list[int]:
    """Points of the finished games."""
    return totals(read(view))


def score_title(view: State) -> str:
    return str(SAY["ending"]["points"])


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """A game with the right answer, by what it brought and by how early the answer was."""
    if after.game == before.game:
        return None
    view = read(after)
    at = right_answer(view, seat)
    return None if at == UNKNOWN else (view.points[before.game][seat], -at)


def right_answer(view: SimpleNamespace, seat: int) -> int:
    """The place of a seat's right answer among all that were placed; UNKNOWN without one."""
    placed = zip(view.placer[:view.laid], view.answer[:view.laid], strict=True)
    return next((i for i, (who, value) in enumerate(placed) if who == seat and value == view.secret), UNKNOWN)


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """The secret number, the round in which it was found, and whether anybody was faster."""
    view = read(after)
    at = right_answer(view, seat)
    facts = {"secret": view.secret, "points": points_word(view.points[before.game][seat]),
             "round": sum(since <= at for since in view.since[:view.rounds])}
    fastest = view.answer[:at].count(view.secret) == 0
    text = SAY["ending"]["fastest" if fastest else "found"].format(**facts)
    return BestMoment(text, [{"card": {"figure": view.secret}}])


def decided_text(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> str:
    """The game that ended with it."""
    if after.game == before.game:
        return ""
    view = read(after)
    points = score_line(view.points[before.game][:view.seats], watcher, names)
    return str(SAY["ending"]["game"].format(n=after.game, points=points))
