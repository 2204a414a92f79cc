"""What a move exercised: a sum on the board."""

from collections.abc import Iterator

from ...core.practice_items import PracticeItem
from .board import counted
from .moves import Verb, number_of, pawn_of, verb_of
from .phrases import equation
from .state import State


def practice_items(before: State, seat: int, action: int, after: State) -> Iterator[PracticeItem]:
    """The sum that a pawn moved by."""
    verb = verb_of(action)
    if verb <= Verb.MINUS:
        space = int(before.pawn[2 * seat + pawn_of(action)])
        yield PracticeItem("sum", int(counted(space, verb, number_of(action))), equation(before, seat, action), True)
