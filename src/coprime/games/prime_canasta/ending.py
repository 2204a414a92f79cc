"""Summary of a finished match: points, and the most valuable set that a seat laid or extended."""

from collections.abc import Sequence
from typing import Any

from ...core.best_moment import BestMoment
from .actions import operand_of, verb_of
from .observed_violation import punished_violation
from .phrases import SAY, titled_set_text
from .rules import Verb
from .screen import set_scene
from .sides import side_of
from .state import Phase, State
from .tables import BONUS, PAIRS, SET_POINTS
from .words import round_result_text

LEADS = True
BY_HAND = True


def standings(view: State) -> list[int]:
    """Points: partners have the same."""
    return [int(view.score[side_of(view, seat)]) for seat in range(view.seats)]


def score_title(view: State) -> str:
    """Return the title of the score: points."""
    return str(SAY["ending"]["points"])


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """Rate a set that the seat laid by its points and bonus; None for any other action."""
    row = find_dearest_set(before, actor, action, after) if actor == seat else None
    return None if row is None else (set_value(row),)


def set_value(row: int) -> int:
    """Return the points of a set with its bonus."""
    return int(SET_POINTS[row] + BONUS[row])


def find_dearest_set(before: State, actor: int, action: int, after: State) -> int | None:
    """Return the most valuable set that an action put on the table; None for none.

    A staged set does not count, since it may be taken back.
    """
    verb, side = verb_of(action), side_of(before, actor)
    if punished_violation(before, actor, action, after):
        return None
    if verb == Verb.DOWN:
        rows = [int(row) for row in after.laid[side, before.laid_n[side]:after.laid_n[side]]]
    elif verb in (Verb.LAY, Verb.TAKE) and before.made[side]:
        rows = [int(operand_of(action))]
    elif verb in (Verb.EXTEND, Verb.ONTO):
        rows = [int(PAIRS[operand_of(action)][1])]
    else:
        rows = []
    return max(rows, key=set_value, default=None)


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """Return the set of an action as an equation with its points, and its cards."""
    row = find_dearest_set(before, actor, action, after) or 0
    drawn: list[dict[str, Any]] = [{"card": {key: one for key, one in card.items() if key not in ("id", "points")}}
                                   for card in set_scene(row)["cards"]]
    return BestMoment(SAY["ending"]["dearest"].format(set=titled_set_text(row), n=set_value(row)), drawn)


def decided_text(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> str:
    """Return what each side scored in a round that the action ended; "" where it ended none."""
    if after.phase not in (Phase.DEAL, Phase.OVER) or before.phase in (Phase.DEAL, Phase.OVER):
        return ""
    return str(SAY["ending"]["round"].format(n=int(after.rounds),
                                             sides=round_result_text(before, after, names, watcher)))
