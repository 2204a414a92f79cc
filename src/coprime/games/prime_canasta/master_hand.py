"""What a hand can be made into at once: sets, and growths of laid ones; compiled."""

import numpy as np

from ...core.kernel import compile_rules
from .hands import bits_of, supplies
from .laying import at_level
from .tables import (
    ADDED,
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
GROWTH = 200                # what a growth must add to be worth its cards
PER_CARD = 12               # what a card in hand is worth beyond what it counts


def list_moves(s, hand, laid, sets, moves):
    """Write every set that a hand makes, and every growth of so many laid sets; return how many."""
    low, high = bits_of(hand)
    n = 0
    for row in range(ALL):
        if supplies(low, high, row) and at_level(s, row):
            moves[n, WHAT], moves[n, ON] = row, NO_CARD
            n += 1
    for i in range(sets):
        row = laid[i]
        for pair in range(FIRST_PAIR[row], FIRST_PAIR[row + 1]):
            if PAIR_LOW[pair] & ~low == 0 and PAIR_HIGH[pair] & ~high == 0 and at_level(s, PAIRS[pair, 1]) \
                    and n < MOST_MOVES:
                moves[n, WHAT], moves[n, ON] = pair, i
                n += 1
    return n


def points_of(move):
    """What the cards of a move count."""
    what = move[WHAT]
    return SET_POINTS[what] if move[ON] == NO_CARD else SET_POINTS[PAIRS[what, 1]] - SET_POINTS[PAIRS[what, 0]]


def bonus_of(move):
    """What it adds to the bonuses of canastas."""
    what = move[WHAT]
    return BONUS[what] if move[ON] == NO_CARD else BONUS[PAIRS[what, 1]] - BONUS[PAIRS[what, 0]]


def wilds_of(move):
    what = move[WHAT]
    return WILD_CARDS[what] if move[ON] == NO_CARD else WILD_CARDS[PAIRS[what, 1]] - WILD_CARDS[PAIRS[what, 0]]


def value_in(move, ending):
    """What a move brings, for choosing some that go together.

    With a chance of `ending` the round ends now, and what is in hand then counts twice: it is not laid, and it is taken
    off.  Against that stands what cards in hand are worth.  Without such a chance only canastas are worth something.
    """
    bonus, points = bonus_of(move), points_of(move)
    if ending > 0:
        return ending * (bonus + 2.0 * points) - PER_CARD * cards_of(move)
    if bonus == 0 and (move[ON] == NO_CARD or points < GROWTH):
        return 0.0
    return bonus + points - PER_WILD * wilds_of(move)


def cards_of(move):
    """How many cards of the hand it takes."""
    return COUNT[move[WHAT]] if move[ON] == NO_CARD else PAIR_COUNT[move[WHAT]]


def together(counts, moves, values, n, keep, chosen):
    """Choose moves that can be made together, what brings most for a card first; `keep` cards stay.  Return how many.

    What is worth nothing is not made.  Other choices may bring a little more: exchanging some of the moves for others,
    again and again, did not win more games.
    """
    left, room, found = counts.copy(), counts.sum() - keep, 0
    each, grown = np.empty(n), np.zeros(MOST_LAID, np.int64)
    for i in range(n):
        each[i] = -values[i] / cards_of(moves[i])
    for i in np.argsort(each, kind="mergesort"):
        on, size = moves[i, ON], cards_of(moves[i])
        while values[i] > 0 and size <= room and found < len(chosen) and (on == NO_CARD or not grown[on]) \
                and spend(left, moves[i]):
            room -= size
            if on != NO_CARD:
                grown[on] = 1
            chosen[found] = i
            found += 1
    return found


def spend(counts, move):
    """Take the cards of a move from some cards, if they are there."""
    cards, n = CARDS[move[WHAT]] if move[ON] == NO_CARD else ADDED[move[WHAT]], cards_of(move)
    enough = True
    for i in range(n):
        counts[cards[i]] -= 1
        enough &= counts[cards[i]] >= 0
    if not enough:
        for i in range(n):
            counts[cards[i]] += 1
    return enough


compile_rules(globals())
