"""Primes of one to four cards, jokers included: all that a hand can make, looked up at once."""

from collections.abc import Sequence

import numpy as np

from ..card_signs import FIRST_DECLARED, JOKER, KINDS
from ..prime_orders import FIRST_ROWS, MAX_LISTED_CARDS, ORDERS, PRIMES
from .card_orders import Signs

ROWS_BY_SIZE = [slice(int(FIRST_ROWS[n]), int(FIRST_ROWS[n + 1])) for n in range(MAX_LISTED_CARDS + 1)]
VALUE_COUNTS = (ORDERS[:, :, None] == np.arange(KINDS)).sum(axis=1).astype(np.int8)     # [row, value]


def find_rows(hand: Sequence[int], n: int, allows_joker_zero: bool = True) -> np.ndarray:
    """Return which rows of the table of primes a hand can lay with n cards, by rising primes.

    The rows count from the first one with n cards.
    """
    natural = np.array(hand, np.int8)
    natural[JOKER] = 0                                      # the value 0 is a joker's only
    needed = VALUE_COUNTS[ROWS_BY_SIZE[n]]
    fits = np.maximum(needed - natural, 0).sum(axis=1) <= hand[JOKER]
    if not allows_joker_zero:
        fits &= needed[:, 0] == 0
    return np.flatnonzero(fits)


def list_prime_plays_of_hand(hand: Sequence[int], n: int, allows_joker_zero: bool = True) -> list[tuple[int, Signs]]:
    """Return all primes that a hand can lay with n cards, 1 to 4, as (prime, signs), by rising primes."""
    first = ROWS_BY_SIZE[n].start
    return [(int(PRIMES[first + row]), fill_with_jokers(hand, ORDERS[first + row, :n].tolist()))
            for row in find_rows(hand, n, allows_joker_zero)]


def find_extreme_prime(hand: Sequence[int], n: int, smallest: bool = False, allows_joker_zero: bool = True) -> int:
    """Return the largest or the smallest prime that a hand can lay with n cards, 1 to 4; 0 where there is none."""
    rows = find_rows(hand, n, allows_joker_zero)
    return int(PRIMES[ROWS_BY_SIZE[n].start + rows[0 if smallest else -1]]) if len(rows) else 0


def fill_with_jokers(hand: Sequence[int], order: Sequence[int]) -> Signs:
    """Return signs for values in an order: cards, and jokers for what the hand lacks."""
    left, signs = list(hand), []
    left[JOKER] = 0
    for value in order:
        signs.append(value if left[value] else FIRST_DECLARED + value)
        left[value] -= left[value] > 0
    return tuple(signs)
