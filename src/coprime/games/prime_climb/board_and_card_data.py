"""The cards, the red spaces and the stations as data: an owner of another printing changes them here."""

from pathlib import Path

import numpy as np

from ...core.numbers import is_prime

LAST, HOME = 101, 102           # the last space, and where a pawn is that has left the board
SEATS, PAWNS = 4, 8
DIE_MAX = 10                       # the highest number of a die

ROLLS_FILE = Path(__file__).parent / "data" / "rolls.npz"       # what solo_solver.py found out

# Kinds of cards.  A number Keeper's kind is its number; up to LIMIT_KEEPER all are Keepers.
CLEAR_KEEPER, LIMIT_KEEPER = 10, 11
AGAIN, FIFTY, DOUBLE, ADVANCE, BACK, REVERSE, SWAP, SEND, STEAL = range(12, 21)
KINDS = 21

# How many of each kind the box holds (at most 7): (kind, copies).
CARDS = [(number, 1) for number in range(1, 10)] + [
    (CLEAR_KEEPER, 2), (LIMIT_KEEPER, 2), (AGAIN, 3), (FIFTY, 1), (DOUBLE, 1), (ADVANCE, 1), (BACK, 1), (REVERSE, 1),
    (SWAP, 1), (SEND, 1), (STEAL, 1)]

# Bags of core.bits for option `deck`: full, number_keepers, none.
FULL_DECK = sum(copies << 3 * kind for kind, copies in CARDS)
NUMBER_KEEPER_DECK = sum(copies << 3 * kind for kind, copies in CARDS if kind < CLEAR_KEEPER)
DECKS = np.array([FULL_DECK, NUMBER_KEEPER_DECK, 0])

# Way stations by their place in option `way_stations`, and as sets by space.
STATIONS = (31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79)
STATION_BITS = np.array([1 << STATIONS.index(n) if n in STATIONS else 0 for n in range(HOME + 1)])

# CL-2: the spaces that draw a card, as sets by space.
REDS = tuple(n for n in range(11, 101) if is_prime(n))
RED_BITS = np.array([1 << REDS.index(n) if n in REDS else 0 for n in range(HOME + 1)])

# Two dice in any order: the lower and the higher number, and how many of the 100 throws show them.
FACES = np.array([100 * low + high for low in range(1, DIE_MAX + 1) for high in range(low, DIE_MAX + 1)])
CHANCES = np.array([1.0 if face // 100 == face % 100 else 2.0 for face in FACES])
