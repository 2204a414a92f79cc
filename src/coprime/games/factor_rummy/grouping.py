"""The grouping of a hand with the least deadwood, exactly (FR-13, FR-21).

A hand is counts of kinds; its kinds are its digits, wilds first and then from the smallest number up.  Parts of what
can stand in sets at all are numbered in mixed radix, so that a set is taken off a part by subtracting the set's own
number.  The largest card of a part is either deadwood or the answer of a set, since whatever it could multiply to is
larger.  So the best grouping of a part follows from smaller parts, and one pass over them knows the hand less any
discard too (FR-6).
"""

import numpy as np

from ...core.kernel import compile_rules
from ...core.numbers import factors
from ...decks.primepak.cards import NUMBERS, PRIME, VALUE, WILD
from ...decks.primepak.catalogue import MOST_WILDS_IN_SET, WIDEST

MOST_CARDS = 12                                 # FR-1, FR-5
PARTS = 1 << MOST_CARDS
MOST_SETS = 1 << 8                              # more than twelve cards of the deck hold
NO_SET = HOPELESS = -1
ANY = MOST_CARDS                                # to spare: every hand is solved
NOT_PRIME = 1 - PRIME
OMEGA = np.zeros(max(NUMBERS) + 1, np.int64)    # how many prime factors a number has
for _n in range(2, max(NUMBERS) + 1):
    OMEGA[_n] = len(factors(_n))

# Counts of digits side by side in one number, with a bit above each that guards against borrowing.
WIDTH = 5
COUNT = 15
GUARDS = sum(1 << WIDTH * digit + WIDTH - 1 for digit in range(MOST_CARDS))

OFFSET, PACKED, CARDS, ALL_PRIME = 0, 1, 2, 3   # columns of the sets that a hand holds


def digits_of(hand, kinds):
    """Write the kinds of a hand in the order of its digits; return how many there are."""
    n = 0
    if hand[WILD] > 0:
        kinds[0] = WILD
        n = 1
    for kind in range(WILD):
        if hand[kind] > 0:
            kinds[n] = kind
            n += 1
    return n


def list_sets(hand, kinds, n, spare, sets, start, stop):
    """Every set that a hand holds, by the digit of its answer: rows start[j] to stop[j].

    Return counts of digits, of which those are 0 that stand in no set; or HOPELESS as soon as more than `spare` cards
    are known to stand in none.  Answers are taken from the largest down, so that a card that has had its turn and is
    in no set yet never will be.
    """
    wilds = min(hand[WILD], MOST_WILDS_IN_SET)
    at, copies = np.empty(WIDEST + 1, np.int64), np.empty(WIDEST + 1, np.int64)
    left, packed = np.empty(WIDEST + 1, np.int64), np.empty(WIDEST + 1, np.int64)
    pure = np.empty(WIDEST + 1, np.int64)
    first = 1 if kinds[0] == WILD else 0
    found, used = 0, 0
    for j in range(n - 1, -1, -1):
        start[j] = found
        depth = NOT_PRIME[kinds[j]] - 1         # of the multipliers chosen, from the largest down
        at[0], copies[0], left[0], packed[0], pure[0] = j - 1, 0, VALUE[kinds[j]], 1 << WIDTH * j, 1
        while depth >= 0:
            digit = at[depth]
            if digit < first:
                depth -= 1
                continue
            value, taken = VALUE[kinds[digit]], copies[depth]
            at[depth], copies[depth] = digit - 1, 0
            if taken == hand[kinds[digit]] or left[depth] % value != 0:
                continue
            up = depth + 1
            at[up], copies[up], left[up] = digit, taken + 1, left[depth] // value
            packed[up] = packed[depth] + (1 << WIDTH * digit)
            pure[up] = pure[depth] & PRIME[kinds[digit]]
            missing = OMEGA[left[up]]
            if missing <= wilds and up + missing >= 2:
                sets[found, PACKED] = packed[up] + missing
                sets[found, CARDS] = 1 + up + missing
                sets[found, ALL_PRIME] = pure[up]
                used |= sets[found, PACKED]
                found += 1
            if left[up] > 1:
                depth = up
        stop[j] = found
        if used >> WIDTH * j & COUNT == 0:
            spare -= hand[kinds[j]]
            if spare < 0:
                return HOPELESS
    return used


def number_parts(hand, kinds, n, used, sets, found, stride):
    """What each digit that stands in a set counts in the number of a part, and so the numbers of the sets."""
    stride[0] = 1
    for j in range(n):
        stride[j + 1] = stride[j] * (hand[kinds[j]] + 1 if used >> WIDTH * j & COUNT else 1)
    for row in range(found):
        offset = 0
        for j in range(n):
            offset += (sets[row, PACKED] >> WIDTH * j & COUNT) * stride[j]
        sets[row, OFFSET] = offset


def leavable(hand, spare, kinds):
    """Which cards can be left over by some grouping of a hand that leaves `spare` cards at most.

    Return them as a set of digits, whether a grouping leaves none, and how many digits there are; kinds as digits_of.
    """
    sets = np.empty((MOST_SETS, 4), np.int64)
    start, stop = np.empty(MOST_CARDS, np.int64), np.empty(MOST_CARDS, np.int64)
    n = digits_of(hand, kinds)
    if list_sets(hand, kinds, n, spare, sets, start, stop) == HOPELESS:
        return 0, False, n
    rest, digit = np.empty(MOST_CARDS + 1, np.int64), np.empty(MOST_CARDS + 1, np.int64)
    row, more = np.empty(MOST_CARDS + 1, np.int64), np.empty(MOST_CARDS + 1, np.int64)
    left = np.empty(MOST_CARDS + 1, np.int64)
    rest[0], digit[0], row[0], more[0], left[0] = GUARDS, n - 1, start[n - 1], spare, 0
    for j in range(n):
        rest[0] += hand[kinds[j]] << WIDTH * j
    depth, found, whole = 0, 0, False
    while depth >= 0:                           # of the cards that have been placed, from the largest down
        j, up = digit[depth], depth + 1
        if row[depth] < stop[j]:
            here = sets[row[depth], PACKED]
            row[depth] += 1
            if rest[depth] - here & GUARDS != GUARDS:
                continue
            more[up], left[up] = more[depth], left[depth]
        elif row[depth] == stop[j] and more[depth] > 0:
            here = 1 << WIDTH * j
            row[depth] += 1
            more[up], left[up] = more[depth] - 1, left[depth] | 1 << j
        else:
            depth -= 1
            continue
        rest[up] = rest[depth] - here
        if rest[up] == GUARDS:
            found |= left[up]
            whole = whole or left[up] == 0
            continue
        while rest[up] >> WIDTH * j & COUNT == 0:
            j -= 1
        digit[up], row[up] = j, start[j]
        depth = up
    return found, whole, n


def solve(hand, spare, kinds, stride, sets, best, choice, pure):
    """Find the best grouping of every part of a hand; return how many digits it has.

    spare          how many cards may be left over: 0 is returned at once when more have to be
    kinds, stride  by digit: its kind, and what it counts in the number of a part; equal to the next one where the kind
                   stands in no set
    sets           rows of OFFSET, PACKED, CARDS, ALL_PRIME
    best           by part: the most cards that sets can hold
    choice         by part: the set that its largest card is the answer of, or NO_SET where that is deadwood
    pure           by part: do prime sets hold all of it?
    """
    start, stop, packed = np.empty(MOST_CARDS, np.int64), np.empty(MOST_CARDS, np.int64), np.empty(PARTS, np.int64)
    n = digits_of(hand, kinds)
    used = list_sets(hand, kinds, n, spare, sets, start, stop)
    if used == HOPELESS:
        return 0
    number_parts(hand, kinds, n, used, sets, stop[0], stride)
    packed[0], best[0], choice[0], pure[0] = GUARDS, 0, NO_SET, 1
    for j in range(n):
        step = stride[j]
        for part in range(step, stride[j + 1]):
            here = packed[part - step] + (1 << WIDTH * j)
            packed[part] = here
            most, chosen, all_prime = best[part - step], NO_SET, 0
            for row in range(start[j], stop[j]):
                if here - sets[row, PACKED] & GUARDS == GUARDS:
                    rest = part - sets[row, OFFSET]
                    if best[rest] + sets[row, CARDS] > most:
                        most, chosen = best[rest] + sets[row, CARDS], row
                    all_prime |= sets[row, ALL_PRIME] & pure[rest]
            best[part], choice[part], pure[part] = most, chosen, all_prime
    return n


compile_rules(globals())
