"""The foundation's places and the divisions of PrimePak's numbers, as tables.

Places are numbered against the order of dealing, so that what covers a card has a smaller number: the last card dealt
to the largest foundation is place 0, and the first card dealt is always the last place.
"""

import numpy as np

from ...decks.primepak.cards import NUMBERS, PRIME, WILD

KINDS = WILD                    # PS-1: no wilds
PLACES = 49                     # seven rows of seven; a pyramid of nine rows has 45
WIDTH = 7                       # PS-2
MOST_RUN = 6                    # a set has at most seven cards, one of them of the foundation
COLUMNS, PYRAMID = 0, 1
FEWEST_ROWS, MOST_ROWS = (3, 5), (7, 9)                         # PS-5, by layout


# Places.

def cards_in_rows(layout: int, rows: int) -> int:
    """Return how many cards so many rows of a layout have."""
    return WIDTH * rows if layout == COLUMNS else rows * (rows + 1) // 2


def place_at(layout: int, row: int, column: int) -> int:
    """The place of a card; the rows are counted in the order of dealing."""
    return PLACES - 1 - cards_in_rows(layout, row) - column


def _places_covering(layout: int, row: int, column: int) -> list[int]:
    """Return the places of the cards that lie directly on a card (PS-3, PS-4)."""
    if row + 1 == MOST_ROWS[layout]:
        return []
    return [place_at(layout, row + 1, column + i) for i in range(1 + layout)]


COVERS = np.zeros((2, PLACES), np.int64)        # sets of places: what lies directly on a place
ABOVE = np.zeros((2, PLACES), np.int64)         # what lies on it, directly or not
UNDER = np.zeros((2, PLACES), np.int64)         # what it lies on directly
GRID_CELL = np.full((2, PLACES, 2), -1, np.int64)    # row and column
for _layout in (COLUMNS, PYRAMID):
    for _row in reversed(range(MOST_ROWS[_layout])):
        for _column in range(WIDTH if _layout == COLUMNS else _row + 1):
            _place = place_at(_layout, _row, _column)
            GRID_CELL[_layout, _place] = _row, _column
            for _other in _places_covering(_layout, _row, _column):
                COVERS[_layout, _place] |= 1 << _other
                ABOVE[_layout, _place] |= 1 << _other | ABOVE[_layout, _other]
                UNDER[_layout, _other] |= 1 << _place


# The only member of a set, without a loop: de Bruijn's sequence shifted by it has a number of its own in its top bits.
SEQUENCE = 0x03F79D71B4CB0A89
LONE = np.zeros(64, np.int64)
for _one in range(64):
    LONE[(SEQUENCE << _one) >> 58 & 63] = _one


# Divisions.

DIVISORS = sorted({d for number in NUMBERS for d in range(1, number + 1) if number % d == 0})
WHOLE = 0                                       # the index of 1: nothing is left to be divided
NONE = -1
DIVISOR_INDEX = np.full(max(NUMBERS) + 1, NONE, np.int64)               # of a divisor in DIVISORS
DIVISOR_INDEX[DIVISORS] = np.arange(len(DIVISORS))
QUOTIENT_INDEX = np.array([[DIVISOR_INDEX[d // number] if d % number == 0 else NONE for number in NUMBERS]
                           for d in DIVISORS],
                          np.int64)                                    # by index and kind: the index of the quotient
ANSWER_INDEX = np.array([NONE if PRIME[kind] else DIVISOR_INDEX[number] for kind, number in enumerate(NUMBERS)],
                        np.int64)
MOST_PRODUCT = max(NUMBERS)**2                  # of all cards of a set: the answer twice
