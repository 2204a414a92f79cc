"""List the sets and growths that a hand makes, rate them, and choose some that go together; compiled."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ....core.kernel import compile_rules
from ..hands import contains_set, counts_to_bit_words
from ..laying import is_at_level
from ..tables import (
    ADDED_CARDS,
    ALL,
    BONUS,
    CARDS,
    COUNT,
    FIRST_PAIR,
    MOST_LAID,
    NO_CARD,
    PAIR_COUNT,
    PAIR_HIGH,
    PAIR_LOW,
    PAIRS,
    SET_POINTS,
    WILD_CARDS,
)

WHAT, ON = 0, 1             # columns of a move: a set and NO_CARD, or a pair and the place of the laid set
MOST_MOVES = ALL + 2048     # growths beyond that are left out
PER_WILD = 100              # what a wild in a set costs that could be laid later
PER_CARD = 12               # what a card in hand is worth beyond what it counts


def list_moves(s, hand, laid, sets, moves):
    """Write every set that a hand makes, and every growth of so many laid sets; return how many."""
    low, high = counts_to_bit_words(hand)
    n = 0
    for row in range(ALL):
        if contains_set(low, high, row) and is_at_level(s, row):
            moves[n, WHAT], moves[n, ON] = row, NO_CARD
            n += 1
    for i in range(sets):
        row = laid[i]
        for pair in range(FIRST_PAIR[row], FIRST_PAIR[row + 1]):
            if PAIR_LOW[pair] & ~low == 0 and PAIR_HIGH[pair] & ~high == 0 and is_at_level(s, PAIRS[pair, 1]) \
                    and n < MOST_MOVES:
                moves[n, WHAT], moves[n, ON] = pair, i
                n += 1
    return n


def move_points(move):
    """Return what the cards of a move count."""
    what = move[WHAT]
    return SET_POINTS[what] if move[ON] == NO_CARD else SET_POINTS[PAIRS[what, 1]] - SET_POINTS[PAIRS[what, 0]]


def move_bonus(move):
    """Return what a move adds to the bonuses of canastas."""
    what = move[WHAT]
    return BONUS[what] if move[ON] == NO_CARD else BONUS[PAIRS[what, 1]] - BONUS[PAIRS[what, 0]]


def wilds_of(move):
    """Return how many wilds a move takes."""
    what = move[WHAT]
    return WILD_CARDS[what] if move[ON] == NO_CARD else WILD_CARDS[PAIRS[what, 1]] - WILD_CARDS[PAIRS[what, 0]]


def move_value(move, ending):
    """Return the value of a move, for choosing moves that go together.

    With a chance of `ending` the round ends now; cards in hand then count twice, as not laid and as taken off.
    Against that stands the use of cards in hand.  With a chance of 0 only what makes a canasta, or a better one, has a
    value.
    """
    bonus, points = move_bonus(move), move_points(move)
    if ending > 0:
        return ending * (bonus + 2.0 * points) - PER_CARD * cards_of(move)
    if bonus == 0:
        return 0.0
    return bonus + points - PER_WILD * wilds_of(move)


def cards_of(move):
    """Return how many cards of the hand a move takes."""
    return COUNT[move[WHAT]] if move[ON] == NO_CARD else PAIR_COUNT[move[WHAT]]


def choose_compatible_moves(counts, moves, values, n, keep, chosen):
    """Choose compatible moves greedily by value per card, keeping `keep` cards; return how many.

    Moves without value are not made.  Exchanging moves for others did not win more games.
    """
    left, room, found = counts.copy(), counts.sum() - keep, 0
    each, grown = np.empty(n), np.zeros(MOST_LAID, np.int64)
    for i in range(n):
        each[i] = -values[i] / cards_of(moves[i])
    for i in np.argsort(each, kind="mergesort"):
        on, size = moves[i, ON], cards_of(moves[i])
        while values[i] > 0 and size <= room and found < len(chosen) and (on == NO_CARD or not grown[on]) \
                and spend_cards(left, moves[i]):
            room -= size
            if on != NO_CARD:
                grown[on] = 1
            chosen[found] = i
            found += 1
    return found


def spend_cards(counts, move):
    """Remove the cards of a move from `counts`; False, with nothing removed, if one is lacking."""
    cards, n = CARDS[move[WHAT]] if move[ON] == NO_CARD else ADDED_CARDS[move[WHAT]], cards_of(move)
    enough = True
    for i in range(n):
        counts[cards[i]] -= 1
        enough &= counts[cards[i]] >= 0
    if not enough:
        for i in range(n):
            counts[cards[i]] += 1
    return enough


compile_rules(globals())
