"""Every factor set that the deck can supply (PP-3, PP-4), computed from the cards.

Sets are rows in the order of the level that first has them, then of the answer, then of wilds, so that the sets of a
level are the rows before LEVEL_ENDS[level] and the sets of an answer are together.  A row is the same set at every
level.
"""

from collections.abc import Iterator

import numpy as np

from ...core.numbers import prime_factors
from .cards import COPIES, KINDS, LEVEL, LEVELS, NUMBERS, PRIME, WILD

MAX_SET_SIZE = 7                                                      # {64, 2, 2, 2, 2, 2, 2}
MOST_WILDS_IN_SET = 3                                           # PP-4
NO_CARD = -1


def _multiplier_groups(number: int, kinds: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield every group of multipliers, kinds rising, whose product divides `number`; the empty one first.

    No group has more cards of a kind than the deck.
    """
    yield ()
    for i, kind in enumerate(kinds):
        if number % NUMBERS[kind] == 0:
            for rest in _multiplier_groups(number // NUMBERS[kind], kinds[i:]):
                if 1 + rest.count(kind) <= COPIES[kind]:
                    yield kind, *rest


def _enumerate_sets() -> Iterator[tuple[tuple[int, int, int, int], tuple[int, ...], list[int]]]:
    """Yield every factor set: its sort key, its kinds (the answer first), the primes its wilds stand for."""
    for answer, number in enumerate(NUMBERS):
        for group in _multiplier_groups(number, [kind for kind in range(answer) if number % NUMBERS[kind] == 0]):
            left = number
            for kind in group:
                left //= NUMBERS[kind]
            missing = prime_factors(left)
            if group and len(missing) <= MOST_WILDS_IN_SET:
                cards = (answer, *group, *[WILD] * len(missing))
                yield (int(LEVEL[answer]), number, len(missing), len(cards)), cards, missing


_FOUND = sorted(_enumerate_sets())
_ANSWERS = [cards[0] for _, cards, _ in _FOUND]
_FIRST = {kind: _ANSWERS.index(kind) for kind in set(_ANSWERS)}

SETS = np.full((len(_FOUND), MAX_SET_SIZE), NO_CARD, np.int64)        # kinds, the answer first, the multipliers rising
WILD_PRIMES = np.zeros((len(_FOUND), MOST_WILDS_IN_SET),
                       np.int64)   # the primes that the wilds stand for, rising; 0 beyond
for _row, (_, _cards, _missing) in enumerate(_FOUND):
    SETS[_row, :len(_cards)] = _cards
    WILD_PRIMES[_row, :len(_missing)] = _missing
SIZE = np.array([len(cards) for _, cards, _ in _FOUND], np.int64)
WILDS = np.array([len(missing) for _, _, missing in _FOUND], np.int64)
ALL_PRIME = np.array([all(PRIME[kind] for kind in cards[1:]) for _, cards, _ in _FOUND], np.int64)      # PP-5
LEVEL_ENDS = np.searchsorted([place[0] for place, _, _ in _FOUND], np.arange(LEVELS + 1), side="right").astype(np.int64)
ANSWER_START = np.array([_FIRST.get(kind, 0) for kind in range(KINDS)], np.int64)
ANSWER_STOP = np.array([ANSWER_START[kind] + _ANSWERS.count(kind) for kind in range(KINDS)], np.int64)
# The row after the last set of each answer with at most so many wilds; 1,010 of the 1,444 sets have some.
STOP_BY_WILDS = np.array([[start + int((WILDS[start:stop] <= most).sum()) for most in range(MOST_WILDS_IN_SET + 1)]
                          for start, stop in zip(ANSWER_START, ANSWER_STOP, strict=True)], np.int64)
