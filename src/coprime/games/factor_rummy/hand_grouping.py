"""Find the best grouping of a hand as rows of the catalogue, for words, hints and bots."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.bot_function_compilation import compile_for_series
from ...decks.primepak import factor_sets
from ...decks.primepak.cards import KINDS
from . import deadwood_solver
from .deadwood_solver import ANY_SPARE, COUNT_MASK, DIGIT_BITS, NO_SET, OFFSET, PACKED
from .going_out import make_work_arrays

ALL_KINDS = np.arange(KINDS)
find_set_row = compile_for_series(factor_sets.find_set_row)
solve_groupings = compile_for_series(deadwood_solver.solve_groupings)


class Grouping(NamedTuple):
    """Sets, as rows of the catalogue, and the kinds that are left over."""

    rows: list[int]
    left: list[int]

    @property
    def deadwood(self) -> int:
        """Return how many cards are left over."""
        return len(self.left)


def list_kinds(hand: NDArray[np.int64]) -> list[int]:
    """Return a hand as a list of kinds, rising, wilds last."""
    return np.repeat(ALL_KINDS, np.maximum(hand, 0)).tolist()


def best_grouping(hand: NDArray[np.int64]) -> Grouping:
    """Return a grouping of a hand with the least deadwood."""
    kinds, stride, sets, best, choice, pure = make_work_arrays()
    hand = np.asarray(hand, np.int64)
    digits = solve_groupings(hand, ANY_SPARE, False, kinds, stride, sets, best, choice, pure)
    rows, part, left = [], int(stride[digits] - 1), hand.copy()
    while part > 0:
        chosen = int(choice[part])
        if chosen == NO_SET:
            digit = next(j for j in reversed(range(digits)) if stride[j + 1] > stride[j] <= part)
            part -= int(stride[digit])
            continue
        packed = int(sets[chosen, PACKED])
        group = [int(kinds[j]) for j in range(digits) for _ in range(packed >> DIGIT_BITS * j & COUNT_MASK)]
        rows.append(int(find_set_row(np.array(group), len(group))))
        for kind in group:
            left[kind] -= 1
        part -= int(sets[chosen, OFFSET])
    return Grouping(rows, list_kinds(left))
