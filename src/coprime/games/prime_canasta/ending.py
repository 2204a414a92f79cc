"""What the end of a match tells: points, and the dearest set that a seat laid or made larger."""

from collections.abc import Sequence
from typing import Any

from ...core.best_moment import BestMoment
from .actions import verb_of, what_of
from .phrases import SAY, with_title
from .rules import Verb
from .screen import shown_set
from .sides import side_of
from .state import Phase, State
from .tables import BONUS, PAIRS, SET_POINTS
from .violations import violation_of
from .words import all_brought

LEADS = True
BY_HAND = True


def standings(view: State) -> list[int]:
    """Points: partners have the same."""
    return [int(view.score[side_of(view, seat)]) for seat in range(view.seats)]


def score_title(view: State) -> str:
    return str(SAY["ending"]["points"])


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """A set by what it counts, with its bonus."""
    row = dearest(before, actor, action, after) if actor == seat else None
    return None if row is None else (value(row),)


def value(row: int) -> int:
    return int(SET_POINTS[row] + BONUS[row])


def dearest(before: State, actor: int, action: int, after: State) -> int | None:
    """The dearest set that an action brought before everybody's eyes; a set put aside may yet be taken back."""
    verb, side = verb_of(action), side_of(before, actor)
    if violation_of(before, actor, action, after):
        return None
    if verb == Verb.DOWN:
        rows = [int(row) for row in after.laid[side, before.laid_n[side]:after.laid_n[side]]]
    elif verb in (Verb.LAY, Verb.TAKE) and before.made[side]:
        rows = [int(what_of(action))]
    elif verb in (Verb.EXTEND, Verb.ONTO):
        rows = [int(PAIRS[what_of(action)][1])]
    else:
        rows = []
    return max(rows, key=value, default=None)


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """The set as an equation, and what it counts."""
    row = dearest(before, actor, action, after) or 0
    drawn: list[dict[str, Any]] = [{"card": {key: one for key, one in card.items() if key not in ("id", "points")}}
                                   for card in shown_set(row)["cards"]]
    return BestMoment(SAY["ending"]["dearest"].format(set=with_title(row), n=value(row)), drawn)


def decided_text(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> str:
    """What the round that ended with it brought each side."""
    if after.phase not in (Phase.DEAL, Phase.OVER) or before.phase in (Phase.DEAL, Phase.OVER):
        return ""
    return str(SAY["ending"]["round"].format(n=int(after.rounds), sides=all_brought(before, after, names, watcher)))
