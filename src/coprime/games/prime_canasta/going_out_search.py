"""Exact search whether a whole hand can be laid (CA-15); it gives up on hands with too many ways.

A way out is a choice of moves: new sets, and for a laid set one growth at most.  More is not needed: a set that
grows twice can as well grow at once, and a new set that grows can be laid as what it becomes.  The cards go in
one ORDER, composites falling, then primes, then wilds.  Once all before a card have gone, it is the first card
of any move that takes it, so that it is enough to try the moves that begin with it, or to keep it for the
discard.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.arrays import add_up
from ...core.kernel import compile_rules
from ...decks.primepak.cards import KINDS, PRIME, WILD
from ...decks.primepak.factor_set_catalogue import ANSWER_START, ANSWER_STOP
from .hands import contains_set, counts_to_bit_words
from .tables import (
    ADDED_CARDS,
    ALL,
    CANASTA,
    COUNT,
    FIRST_PAIR,
    FIRST_RUN,
    HIGH,
    LOW,
    MOST_LAID,
    MOST_PAIRS,
    MOST_WILDS,
    NO_CARD,
    PAIR_HIGH,
    PAIR_LOW,
    PAIRS,
    POINTS,
    PRIME_KINDS,
    SET_POINTS,
    SHIFT,
    SHORTEST_RUN,
    SMALLEST_CANASTA,
    SPLIT,
)
from .tables import CARDS as SET_CARDS

ORDER = np.array([kind for kind in range(WILD - 1, -1, -1) if not PRIME[kind]]
                 + [kind for kind in range(WILD - 1, -1, -1) if PRIME[kind]] + [WILD], np.int64)
_RANK = np.argsort(ORDER)
BEGINS = np.array([min(row[row != NO_CARD], key=lambda kind: _RANK[kind]) for row in ADDED_CARDS], np.int64)

WHAT, ON = 0, 1                                 # columns of a move: a set; or a pair, and the place of the laid set
CARDS, CANASTAS, LACKING, WORTH, SPARE = 0, 1, 2, 3, 4      # what is left: cards, canastas and points still to make,
KEY, OTHER = 5, 6                               # points of the cards, discards; and a mark of it all in two words
LEFT = 7
AT, RANK = 0, 1                                 # columns of a step: the move that is tried, and with which card

SLOTS = 1 << 8                                  # of the first table of what has been seen; it doubles as it fills
MOST_SLOTS = 1 << 16                            # then the search gives up, half of them used, and finds no way
UNUSED = -1

# Marks are sums, so that they change with a move; two words of 46 bits do not meet by chance.
_DRAWN = np.random.Generator(np.random.PCG64(35)).integers(1, 1 << 46, (KINDS + ALL + 3, 2))
OF_KIND, OF_GROWN, OF_NEED = np.split(_DRAWN.astype(np.int64), [KINDS, KINDS + ALL])


def can_be_laid(counts, laid, n, last, canastas, points):
    """Tell whether all cards but one at most can be laid, in new sets or as growths of n laid ones.

    last      the first run beyond the table's level
    canastas  how many canastas this must add
    points    how many points the new sets must have
    """
    cards = add_up(counts)
    if cards <= 1 and canastas <= 0 and points <= 0:
        return True
    if canastas > cards // SMALLEST_CANASTA + n:
        return False
    low, high = counts_to_bit_words(counts)
    growths = np.empty((MOST_LAID * MOST_PAIRS, 2), np.int64)
    n_growths, growing = list_growths(laid, n, last, low, high, growths)
    moves, first = np.empty((ALL + MOST_LAID * MOST_PAIRS, 2), np.int64), np.empty(KINDS + 1, np.int64)
    if not list_moves(counts, last, low, high, growths[:n_growths], moves, first):
        return False
    moves = moves[:first[KINDS]]
    if canastas > growing and canastas > growing + most_new_canastas(moves, cards):
        return False
    return search_moves(counts, laid, moves, first, growing, canastas, points)


# The moves.

def list_growths(laid, n, last, low, high, growths):
    """Write the growths that the cards allow; return how many, and how many laid sets can become canastas."""
    found = growing = 0
    for i in range(n):
        becomes = 0
        for pair in range(FIRST_PAIR[laid[i]], FIRST_PAIR[laid[i] + 1]):
            if PAIR_LOW[pair] & ~low == 0 and PAIR_HIGH[pair] & ~high == 0 and PAIRS[pair, 1] < last:
                growths[found, WHAT], growths[found, ON] = pair, i
                found += 1
                becomes |= CANASTA[PAIRS[pair, 1]] & ~CANASTA[laid[i]]
        growing += becomes
    return found, growing


def list_moves(counts, last, low, high, growths, moves, first):
    """Write all moves in ORDER, with where those of each card begin; False as soon as two cards are in none."""
    n = lonely = covered_low = covered_high = 0
    runs = last if can_make_run(counts) else FIRST_RUN
    for i in range(len(growths)):
        covered_low |= PAIR_LOW[growths[i, WHAT]]
        covered_high |= PAIR_HIGH[growths[i, WHAT]]
    for rank in range(KINDS):
        kind, first[rank] = ORDER[rank], n
        if counts[kind] == 0:
            continue
        n = list_sets(kind, low, high, runs, moves, n)
        for i in range(first[rank], n):
            covered_low |= LOW[moves[i, WHAT]]
            covered_high |= HIGH[moves[i, WHAT]]
        for i in range(len(growths)):
            if BEGINS[growths[i, WHAT]] == kind:
                moves[n, WHAT], moves[n, ON] = growths[i, WHAT], growths[i, ON]
                n += 1
        if (covered_low if kind < SPLIT else covered_high) >> SHIFT[kind] & 1 == 0:
            lonely += counts[kind]
            if lonely > 1:
                return False
    first[KINDS] = n
    return True


def can_make_run(counts):
    """Tell whether there are primes and wilds enough for a run."""
    n = min(counts[WILD], MOST_WILDS)
    for kind in PRIME_KINDS:
        n += counts[kind] > 0
    return n >= SHORTEST_RUN


def list_sets(kind, low, high, runs, moves, n):
    """Append the new sets that begin with a card: as the answer, or as a run's largest natural prime."""
    start, stop = (FIRST_RUN, runs) if PRIME[kind] else (ANSWER_START[kind], ANSWER_STOP[kind])
    for row in range(start, stop):
        if contains_set(low, high, row) and (not PRIME[kind] or is_largest_prime(row, kind)):
            moves[n, WHAT], moves[n, ON] = row, NO_CARD
            n += 1
    return n


def is_largest_prime(row, kind):
    """Tell whether a prime is the largest card of a run that is no wild."""
    for i in range(COUNT[row] - 1, -1, -1):
        if SET_CARDS[row, i] != WILD:
            return SET_CARDS[row, i] == kind
    return False


def most_new_canastas(moves, cards):
    """Return how many canastas new sets of so many cards can make at most."""
    for i in range(len(moves)):
        if moves[i, ON] == NO_CARD and CANASTA[moves[i, WHAT]]:
            return cards // SMALLEST_CANASTA
    return 0


# The search.

def search_moves(counts, laid, moves, first, growing, canastas, points):
    """Tell whether some choice of moves lays the hand; depth first, with a table of visited positions."""
    left, steps = np.zeros(LEFT, np.int64), np.zeros((add_up(counts) + 2, 2), np.int64)
    grown, seen, used = np.zeros(MOST_LAID + 1, np.int64), unused_slots(SLOTS), 0
    init_remaining_cards(counts, left, canastas, points)
    fresh = most_new_canastas(moves, SMALLEST_CANASTA)
    depth, entering = 0, True
    while depth >= 0:
        step = steps[depth]
        if entering:
            if left[CARDS] <= left[SPARE] and left[CANASTAS] <= 0 and left[LACKING] <= 0:
                return True
            step[AT] = len(moves) + 1
            if is_open(left, growing, fresh):
                is_new, seen, used = insert_position(seen, used, left)
                if is_new:
                    find_first_card(counts, first, step)
        entering = advance_to_next_move(counts, moves, first, step, grown, left[SPARE])
        if entering:
            apply_move(counts, laid, moves, first, step, grown, left, 1)
            depth += 1
            steps[depth, RANK] = step[RANK]
        else:
            depth -= 1
            if depth >= 0:
                apply_move(counts, laid, moves, first, steps[depth], grown, left, -1)
    return False


def init_remaining_cards(counts, left, canastas, points):
    """Initialize `left`: what the search still has to lay."""
    left[CANASTAS], left[LACKING], left[SPARE] = canastas, points, 1
    for kind in range(KINDS):
        left[CARDS] += counts[kind]
        left[WORTH] += counts[kind] * POINTS[kind]
        left[KEY] += counts[kind] * OF_KIND[kind, 0]
        left[OTHER] += counts[kind] * OF_KIND[kind, 1]


def is_open(left, growing, fresh):
    """Tell whether the cards left can still be enough."""
    return left[CARDS] > 0 and left[LACKING] <= left[WORTH] \
        and left[CANASTAS] <= growing + fresh * (left[CARDS] // SMALLEST_CANASTA)


def find_first_card(counts, first, step):
    """Find the first card in ORDER that is left, and start before its moves."""
    while counts[ORDER[step[RANK]]] == 0:
        step[RANK] += 1
    step[AT] = first[step[RANK]] - 1


def advance_to_next_move(counts, moves, first, step, grown, spare):
    """Step to the next move that the cards allow, last to keeping the card; False when all are tried."""
    step[AT] += 1
    last = first[step[RANK] + 1]
    while step[AT] < last:
        at = step[AT]
        if (moves[at, ON] == NO_CARD or not grown[moves[at, ON]]) and has_move_cards(counts, moves[at]):
            return True
        step[AT] += 1
    return step[AT] == last and spare > 0


def move_cards(move):
    """Return the cards that a move takes."""
    return SET_CARDS[move[WHAT]] if move[ON] == NO_CARD else ADDED_CARDS[move[WHAT]]


def has_move_cards(counts, move):
    """Tell whether the cards of a move are still there."""
    cards, need, before, wilds = move_cards(move), 0, NO_CARD, 0
    for kind in cards:
        if kind == NO_CARD:
            return True
        if kind == WILD:
            wilds += 1
            if wilds > counts[WILD]:
                return False
            continue
        need = need + 1 if kind == before else 1
        if need > counts[kind]:
            return False
        before = kind
    return True


def apply_move(counts, laid, moves, first, step, grown, left, n):
    """Make the move of a step; n = -1 takes it back."""
    if step[AT] == first[step[RANK] + 1]:
        left[SPARE] -= n
        remove_card(counts, left, ORDER[step[RANK]], n)
        return
    what, on = moves[step[AT], WHAT], moves[step[AT], ON]
    for kind in move_cards(moves[step[AT]]):
        if kind != NO_CARD:
            remove_card(counts, left, kind, n)
    if on == NO_CARD:
        left[CANASTAS] -= n * CANASTA[what]
        left[LACKING] -= n * SET_POINTS[what]
    else:
        grown[on] += n
        left[CANASTAS] -= n * (CANASTA[PAIRS[what, 1]] - CANASTA[laid[on]])
        left[KEY] += n * OF_GROWN[laid[on], 0]
        left[OTHER] += n * OF_GROWN[laid[on], 1]


def remove_card(counts, left, kind, n):
    """Remove n cards of a kind from the hand and update `left`."""
    counts[kind] -= n
    left[CARDS] -= n
    left[WORTH] -= n * POINTS[kind]
    left[KEY] -= n * OF_KIND[kind, 0]
    left[OTHER] -= n * OF_KIND[kind, 1]


# What has been seen.

def insert_position(seen, used, left):
    """Insert what is left into the table of visited positions: (is it new, the table, slots in use).

    A full table of MOST_SLOTS calls nothing new.
    """
    if 2 * used >= len(seen):
        if len(seen) == MOST_SLOTS:
            return False, seen, used
        seen = double_table(seen)
    key, other = position_key(left)
    at = find_slot(seen, key, other)
    if seen[at, 0] == key:
        return False, seen, used
    seen[at, 0], seen[at, 1] = key, other
    return True, seen, used + 1


def position_key(left):
    """Return the two-word key of what is left; a surplus of canastas or points does not count."""
    canastas, points = max(0, left[CANASTAS]), max(0, left[LACKING])
    key = left[KEY] + canastas * OF_NEED[0, 0] + points * OF_NEED[1, 0] + left[SPARE] * OF_NEED[2, 0]
    return key, left[OTHER] + canastas * OF_NEED[0, 1] + points * OF_NEED[1, 1] + left[SPARE] * OF_NEED[2, 1]


def find_slot(seen, key, other):
    """Return the slot of a key in a table, or the free one for it."""
    at = key % len(seen)
    while seen[at, 0] != UNUSED and (seen[at, 0] != key or seen[at, 1] != other):
        at = (at + 1) % len(seen)
    return at


def unused_slots(n):
    """Return a table for n visited positions, with none in it."""
    seen = np.empty((n, 2), np.int64)
    for i in range(n):                          # a loop, since Numba takes long to compile `np.full`
        seen[i, 0] = seen[i, 1] = UNUSED
    return seen


def double_table(seen):
    """Return the table of visited positions with twice as many slots."""
    more = unused_slots(2 * len(seen))
    for i in range(len(seen)):
        if seen[i, 0] != UNUSED:
            at = find_slot(more, seen[i, 0], seen[i, 1])
            more[at, 0], more[at, 1] = seen[i, 0], seen[i, 1]
    return more


compile_rules(globals())
