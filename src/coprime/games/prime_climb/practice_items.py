"""What a move practises: the sum by which a pawn moved."""

from collections.abc import Iterator

from ...core.practice_item import PracticeItem
from .actions import Verb, number_of, pawn_of, verb_of
from .board import target_space
from .phrases import equation_text
from .state import State


def practice_items(before: State, seat: int, action: int, after: State) -> Iterator[PracticeItem]:
    """Yield the sum that a pawn was moved by, as a practice item."""
    verb = verb_of(action)
    if verb <= Verb.KEEPER_SUBTRACT:
        space = int(before.pawn[2 * seat + pawn_of(action)])
        yield PracticeItem("sum", int(target_space(space, verb, number_of(action))),
                           equation_text(before, seat, action), True)
