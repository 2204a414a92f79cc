"""Prime Canasta as data: every set that can lie on the table, what it counts, and into which sets it can grow.

A set is a number: the rows of the deck's catalogue, then the runs of consecutive primes with what is wild in them
(CA-6, CA-26).  Which cards a set takes is also kept as bits, a bit for the first, the second, ... card of a kind, so
that a hand can be compared with a set at once.
"""

import numpy as np
from numpy.typing import NDArray

from ...decks.primepak.cards import IN_PLAY, KIND, KINDS, LEVELS, PRIMES, VALUE, WILD, count_number_cards
from ...decks.primepak.factor_set_catalogue import ANSWER_START, ANSWER_STOP, LEVEL_ENDS, SETS, SIZE, WILD_PRIMES, WILDS

SEATS = 4
WIDEST = 8                                                      # cards of a set: the royal run
SHORTEST_RUN = 6                                                # CA-6
SMALLEST_CANASTA = 5                                            # CA-6, of a factor set
MOST_WILDS = 3                                                  # CA-7
WILDS_IN_DECK = np.array([0, 0, 0, 7, 11, 11, 13], np.int64)    # by level
NO_CARD = -1

# CA-9, CA-11, CA-15: what cards count, and what is needed at a total score.
STEPS = ((100, 50), (80, 40), (60, 30), (40, 20), (0, 10))
PRIME_POINTS = {2: 10, 3: 10, 5: 10, 7: 20, 11: 20, 13: 30, 17: 40, 19: 40}
POINTS = np.array([PRIME_POINTS.get(int(n)) or next(points for least, points in STEPS if n >= least)
                   for n in VALUE[:WILD]] + [50], np.int64)


# Runs: a stretch of PRIMES, the first and the last place, and which of them are wild, as bits.

def _list_stretches() -> list[tuple[int, int]]:
    """Every stretch that is long enough; those of a level before those of the next."""
    return [(first, last) for last in range(SHORTEST_RUN - 1, len(PRIMES))
            for first in range(last - SHORTEST_RUN + 1, -1, -1)]


STRETCHES = np.array(_list_stretches(), np.int64)
_RUNS = [(at, first, last, wild) for at,
         (first, last) in enumerate(_list_stretches()) for wild in range(1 << len(PRIMES))
         if wild.bit_count() <= MOST_WILDS and wild >> first << first == wild and wild >> last + 1 == 0]

FACTOR_SETS = len(SETS)
FIRST_RUN = FACTOR_SETS                                               # the first run
ALL = FACTOR_SETS + len(_RUNS)
RUN_START = np.array([*(FIRST_RUN + [run[0] for run in _RUNS].index(at) for at in range(len(STRETCHES))), ALL],
                     np.int64)
SET_ENDS = LEVEL_ENDS                                                 # factor sets of a level
RUN_ENDS = np.array([sum(PRIMES[last] in IN_PLAY[level] for _, last in _list_stretches())
                     for level in range(LEVELS + 1)], np.int64)     # stretches of a level
PRIME_KINDS = np.array([KIND[prime] for prime in PRIMES], np.int64)
PLACE_OF = np.array([PRIMES.index(int(n)) if n in PRIMES else NO_CARD for n in VALUE], np.int64)


def _list_set_cards() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the cards of every set, and the primes that its wilds stand for."""
    cards = np.full((ALL, WIDEST), NO_CARD, np.int64)
    stands = np.zeros((ALL, WIDEST), np.int64)
    cards[:FIRST_RUN, :SETS.shape[1]] = SETS
    for row in range(FIRST_RUN):
        stands[row, SIZE[row] - WILDS[row]:SIZE[row]] = WILD_PRIMES[row, :WILDS[row]]
    for row, (_, first, last, wild) in enumerate(_RUNS, FIRST_RUN):
        for i, place in enumerate(range(first, last + 1)):
            cards[row, i] = WILD if wild >> place & 1 else PRIME_KINDS[place]
            stands[row, i] = PRIMES[place] if wild >> place & 1 else 0
    return cards, stands


# Kinds, the answer first, a run rising; the prime that each wild stands for.
CARDS, WILD_MEANING = _list_set_cards()
COUNT = (CARDS != NO_CARD).sum(axis=1).astype(np.int64)
WILD_CARDS = (CARDS == WILD).sum(axis=1).astype(np.int64)
SET_POINTS = np.where(CARDS == NO_CARD, 0, POINTS[CARDS]).sum(axis=1)


# Canastas (CA-6, CA-10, CA-26, CA-27).

def _compute_bonuses() -> NDArray[np.int64]:
    """Return the canasta bonus of every set; 0 for a set that is no canasta (CA-10)."""
    natural = WILD_CARDS == 0
    is_run = np.arange(ALL) >= FIRST_RUN
    royal = is_run & (COUNT == len(PRIMES))
    high = np.where(is_run, royal, COUNT >= SMALLEST_CANASTA + 1)
    canasta = is_run | (COUNT >= SMALLEST_CANASTA)
    return np.where(canasta, 200 + 200 * high + 200 * natural, 0).astype(np.int64)


BONUS = _compute_bonuses()
CANASTA = (BONUS > 0).astype(np.int64)


# Cards as bits.

def _count_kinds(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many cards of each kind every row of cards has."""
    counts = np.zeros((len(rows), KINDS), np.int64)
    for column in rows.T:
        np.add.at(counts, (np.flatnonzero(column != NO_CARD), column[column != NO_CARD]), 1)
    return counts


COUNTS = _count_kinds(CARDS)                                        # how many of each kind a set takes
MOST = np.maximum(COUNTS.max(axis=0), 1)                       # of a kind that any set takes
SPLIT = int(np.searchsorted(np.cumsum(MOST), 62))               # the first kind of the second word
SHIFT = np.concatenate([np.cumsum(part) - part for part in (MOST[:SPLIT], MOST[SPLIT:])])


def _pack_bits(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Bits of groups of cards, a column for each of the two words."""
    ones = ((1 << np.minimum(counts, MOST)) - 1) << SHIFT
    return np.stack([ones[:, :SPLIT].sum(axis=1), ones[:, SPLIT:].sum(axis=1)], axis=1).astype(np.int64)


_NEEDS = _pack_bits(COUNTS)
LOW, HIGH = _NEEDS.T.copy()     # the two words of each set
COMPOSITES = np.array([kind for kind in range(WILD) if ANSWER_START[kind] < ANSWER_STOP[kind]], np.int64)


# Growing (CA-8, CA-25): which set can become which, and with what cards.

def _declared_bits() -> NDArray[np.int64]:
    """Return the primes that wilds stand for as bits: three bits for each prime."""
    declared = np.zeros(ALL, np.int64)
    for row in np.flatnonzero(WILD_CARDS):
        for place, prime in enumerate(PRIMES):
            n = int((WILD_MEANING[row] == prime).sum())
            declared[row] += (1 << n) - 1 << MOST_WILDS * place
    return declared


def _find_growth_pairs() -> NDArray[np.int64]:
    """Return the pairs of a set and a larger one that it can become.

    A factor set is only compared with the sets that have its answer as a multiplier.
    """
    declared, found = _declared_bits(), []
    for old in range(ALL):
        news = np.arange(FIRST_RUN, ALL) if old >= FIRST_RUN else _AMONG[int(CARDS[old, 0])]
        more = (_NEEDS[old] & ~_NEEDS[news] == 0).all(axis=1) & (declared[old] & ~declared[news] == 0)
        found += [(old, int(new)) for new in news[more & (COUNT[news] > COUNT[old])]]
    return np.array(found, np.int64)


_AMONG = [np.flatnonzero((CARDS[:FIRST_RUN, 1:] == kind).any(axis=1)) for kind in range(KINDS)]
PAIRS = _find_growth_pairs()                                                # (a set, a larger one that it can become)
FIRST_PAIR = np.searchsorted(PAIRS[:, 0], np.arange(ALL + 1)).astype(np.int64)
MOST_PAIRS = int(np.diff(FIRST_PAIR).max())                     # of one set
_ADDED = COUNTS[PAIRS[:, 1]] - COUNTS[PAIRS[:, 0]]
PAIR_LOW, PAIR_HIGH = _pack_bits(_ADDED).T.copy()
PAIR_COUNT = _ADDED.sum(axis=1)
MOST_ADDED = int(PAIR_COUNT.max())
ADDED_CARDS = np.array([[kind for kind in range(KINDS) for _ in range(row[kind])] + [NO_CARD] * (MOST_ADDED - row.sum())
                        for row in _ADDED], np.int64)

DECK = count_number_cards(LEVELS) + int(WILDS_IN_DECK[LEVELS])
MOST_LAID = DECK // 3
