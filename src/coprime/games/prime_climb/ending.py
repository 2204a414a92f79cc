"""The end of a match in figures: each seat's distance made, and its longest leap by one number."""

from typing import Any

from ...core.best_moment import BestMoment
from .actions import number_of, pawn_of, verb_of
from .board import goal_of, is_descending
from .board import target_space as reached
from .board_and_card_data import HOME, LAST
from .figures import draw_notation
from .phrases import SAY, equation_text
from .rules import Phase, Verb
from .state import State

TURN_POINT = LAST           # spaces that a pawn has made there and back when it turns


def standings(view: State) -> list[int]:
    """Return for each seat how many spaces its two pawns have made towards home."""
    return [sum(spaces_made(view, pawn, int(view.pawn[pawn])) for pawn in (2 * seat, 2 * seat + 1))
            for seat in range(view.seats)]


def spaces_made(view: State, pawn: int, space: int) -> int:
    """Return how many spaces of its route a pawn on a space has behind it."""
    back = TURN_POINT if view.back >> pawn & 1 else 0
    if space == HOME:
        return LAST + (TURN_POINT if goal_of(view, pawn) == 0 and back else 0)
    return back + (LAST - space if is_descending(view, pawn) else space)


def weekly_score(view: State) -> int | None:
    """Return the turns in which a player alone has come home; None where the turn limit came first (CL-27)."""
    return int(view.laps) + 1 if view.place[0] else None


def score_title(view: State) -> str:
    """Return the title of the score column."""
    return str(SAY["ending"]["way"])


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """Return the spaces gained by one number as the key that ranks a seat's moves; None if none."""
    if actor != seat or before.phase != Phase.MOVE or verb_of(action) > Verb.KEEPER_SUBTRACT:
        return None
    leap = leap_length(before, action, seat)
    return (leap,) if leap > 0 else None


def leap_length(before: State, action: int, seat: int) -> int:
    """Return how many spaces an action brings its pawn towards home."""
    pawn = 2 * seat + pawn_of(action)
    space = int(before.pawn[pawn])
    target = int(reached(space, verb_of(action), number_of(action)))
    return spaces_made(before, pawn, target) - spaces_made(before, pawn, space)


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """Return a seat's best moment: its longest leap as an equation, with the figures to draw."""
    space, d = int(before.pawn[2 * seat + pawn_of(action)]), int(number_of(action))
    target = int(reached(space, verb_of(action), d))
    text = SAY["ending"]["leap"].format(equation=equation_text(before, seat, action),
                                        n=leap_length(before, action, seat))
    sign = SAY["word"]["signs"][verb_of(action) % 4]
    return BestMoment(text,
                      [draw_notation(str(space)), {"sign": sign}, number_figure(verb_of(action), d), {"sign": "→"},
                       draw_notation(str(target))])


def number_figure(verb: int, d: int) -> dict[str, Any]:
    """Return the figure of a number: a die, or the card of a number Keeper."""
    return draw_notation(f"d{d}") if verb < Verb.KEEPER_ADD else {"card": {"figure": d}}
