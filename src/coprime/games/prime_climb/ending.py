"""What the end of a match tells: the way that each has made, and a seat's longest leap with one number."""

from typing import Any

from ...core.best_moment import BestMoment
from .board import counted as reached
from .board import downwards, goal_of
from .figures import draw_notation
from .moves import number_of, pawn_of, verb_of
from .phrases import SAY, equation
from .rules import Phase, Verb
from .state import State
from .tables import HOME, LAST

TURNED = LAST           # spaces that a pawn has made there and back when it turns


def standings(view: State) -> list[int]:
    """The spaces that both pawns of each have made towards their goal."""
    return [sum(made(view, pawn, int(view.pawn[pawn])) for pawn in (2 * seat, 2 * seat + 1))
            for seat in range(view.seats)]


def made(view: State, pawn: int, space: int) -> int:
    """The way of a pawn that stands on a space."""
    back = TURNED if view.back >> pawn & 1 else 0
    if space == HOME:
        return LAST + (TURNED if goal_of(view, pawn) == 0 and back else 0)
    return back + (LAST - space if downwards(view, pawn) else space)


def score_title(view: State) -> str:
    return str(SAY["ending"]["way"])


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """A number added, taken away, multiplied or divided by, as far as it brought a pawn on."""
    if actor != seat or before.phase != Phase.MOVE or verb_of(action) > Verb.MINUS:
        return None
    leap = leapt(before, action, seat)
    return (leap,) if leap > 0 else None


def leapt(before: State, action: int, seat: int) -> int:
    pawn = 2 * seat + pawn_of(action)
    space = int(before.pawn[pawn])
    target = int(reached(space, verb_of(action), number_of(action)))
    return made(before, pawn, target) - made(before, pawn, space)


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """The leap as an equation."""
    space, d = int(before.pawn[2 * seat + pawn_of(action)]), int(number_of(action))
    target = int(reached(space, verb_of(action), d))
    text = SAY["ending"]["leap"].format(equation=equation(before, seat, action), n=leapt(before, action, seat))
    sign = SAY["word"]["signs"][verb_of(action) % 4]
    return BestMoment(text, [draw_notation(str(space)), {"sign": sign}, number(verb_of(action), d), {"sign": "→"},
                             draw_notation(str(target))])


def number(verb: int, d: int) -> dict[str, Any]:
    """The number of a die, or of a Keeper."""
    return draw_notation(f"d{d}") if verb < Verb.PLUS else {"card": {"figure": d}}
