"""The deck of Factor Rummy by level, and the points of going out."""

import numpy as np

from ...decks.primepak.cards import COPIES, KINDS, LEVEL, LEVELS, WILD

PRIME_WILDS = (0, 0, 7, 7, 11, 11, 11)          # by level; level 1 has none
HAND_SIZE = (0, 10, 10, 11, 11, 11, 11)              # FR-1

COPIES_AT = np.zeros((LEVELS + 1, KINDS), np.int64)
for _level in range(1, LEVELS + 1):
    COPIES_AT[_level] = np.where(LEVEL <= _level, COPIES, 0)
    COPIES_AT[_level, WILD] = PRIME_WILDS[_level]
DECK_SIZES = COPIES_AT.sum(axis=1)
MAX_DECK_SIZE = int(DECK_SIZES.max())

PRIME_FACTOR_BONUS, FACTOR_RUMMY_BONUS = 25, 20             # FR-9, FR-10
POINTS_PER_DEADWOOD = 2
DEADWOOD_PENALTY = 10                                    # FR-11
MAX_DEADWOOD = 2                               # FR-11
