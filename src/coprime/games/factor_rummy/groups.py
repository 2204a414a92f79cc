"""The best grouping of a hand as rows of the catalogue, for words, hints and bots."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...decks.primepak.cards import KINDS
from ...decks.primepak.sets import set_of
from .going_out import tables
from .grouping import ANY, COUNT, NO_SET, OFFSET, PACKED, WIDTH, solve

ALL = np.arange(KINDS)


class Grouping(NamedTuple):
    """Sets, as rows of the catalogue, and the kinds that are left over."""

    rows: list[int]
    left: list[int]

    @property
    def over(self) -> int:
        return len(self.left)


def cards_in(hand: NDArray[np.int64]) -> list[int]:
    """A hand as a list of kinds, rising; wilds last."""
    return np.repeat(ALL, np.maximum(hand, 0)).tolist()


def best_grouping(hand: NDArray[np.int64]) -> Grouping:
    """A grouping of a hand with the least deadwood."""
    kinds, stride, sets, best, choice, pure = tables()
    hand = np.asarray(hand, np.int64)
    digits = solve(hand, ANY, False, kinds, stride, sets, best, choice, pure)
    rows, part, left = [], int(stride[digits] - 1), hand.copy()
    while part > 0:
        chosen = int(choice[part])
        if chosen == NO_SET:
            digit = next(j for j in reversed(range(digits)) if stride[j + 1] > stride[j] <= part)
            part -= int(stride[digit])
            continue
        packed = int(sets[chosen, PACKED])
        group = [int(kinds[j]) for j in range(digits) for _ in range(packed >> WIDTH * j & COUNT)]
        rows.append(int(set_of(np.array(group), len(group))))
        for kind in group:
            left[kind] -= 1
        part -= int(sets[chosen, OFFSET])
    return Grouping(rows, cards_in(left))
