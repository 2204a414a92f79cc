"""The cards of PrimePak as data: 77 numbers and the prime wild, in kinds that are the same at every level.

A kind is an index of NUMBERS, which rise; WILD is the last.  A level has the kinds whose LEVEL is not above it, with
all their COPIES.  How many wilds are in the deck is a matter of the game (primepak.md), so COPIES has their most.
"""

import numpy as np

from ...core.numbers import prime_factors

LEVELS = 6
_ADDED: tuple[dict[int, int], ...] = (                           # number: copies, by the level that adds them
    {},
    {2: 25, 5: 12, 4: 2, 8: 2, 16: 1, 32: 1, 64: 1, 10: 2, 20: 2, 25: 2, 40: 1, 50: 2, 80: 1, 100: 1, 200: 1},
    {3: 18, 6: 2, 9: 2, 12: 1, 15: 2, 18: 1, 24: 1, 27: 1, 30: 1, 36: 1, 45: 1, 48: 1, 54: 1, 60: 1, 72: 1, 75: 1,
     81: 1, 90: 1, 96: 1, 120: 1, 600: 1, 900: 1},
    {7: 8, 11: 5, 14: 2, 21: 2, 28: 1, 35: 1, 42: 1, 49: 1, 56: 1, 63: 1, 70: 1, 84: 1, 98: 1, 280: 1, 420: 1,
     22: 1, 33: 1, 44: 1, 55: 1, 66: 1, 77: 1, 88: 1, 99: 1},
    {13: 4, 26: 1, 39: 1, 52: 1, 65: 1, 78: 1, 91: 1},
    {17: 3, 34: 1, 51: 1, 68: 1, 85: 1},
    {19: 3, 38: 1, 57: 1, 76: 1, 95: 1},
)
_LEVEL_OF = {number: level for level, numbers in enumerate(_ADDED) for number in numbers}

NUMBERS = tuple(sorted(_LEVEL_OF))
WILD = len(NUMBERS)
KINDS = WILD + 1
KIND = {number: kind for kind, number in enumerate(NUMBERS)}
MOST_WILDS = 13
DECK = sum(sum(numbers.values()) for numbers in _ADDED) + MOST_WILDS

VALUE = np.array([*NUMBERS, 0], np.int64)                       # 0: the wild has none of its own
LEVEL = np.array([*(_LEVEL_OF[number] for number in NUMBERS), 1], np.int64)
COPIES = np.array([*(_ADDED[_LEVEL_OF[number]][number] for number in NUMBERS), MOST_WILDS], np.int64)
PRIME = np.array([*(len(prime_factors(number)) == 1 for number in NUMBERS), 1],
                 np.int64)      # wilds count as primes: PP-5

PRIMES = tuple(number for number in NUMBERS if PRIME[KIND[number]])
IN_PLAY = tuple(tuple(prime for prime in PRIMES if _LEVEL_OF[prime] <= level) for level in range(LEVELS + 1))     # PP-1


def count_number_cards(level: int) -> int:
    """Return how many number cards the deck of a level has, wilds not counted."""
    return int(COPIES[:WILD][LEVEL[:WILD] <= level].sum())
