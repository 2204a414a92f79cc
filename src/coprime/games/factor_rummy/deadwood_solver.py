"""The grouping of a hand with the least deadwood, exactly (FR-13, FR-21).

A hand is counts of kinds; its kinds are its digits, wilds first and then from the smallest number up.  Parts of what
can stand in sets at all are numbered in mixed radix, so that a set is taken off a part by subtracting the set's own
number.  The largest card of a part is either deadwood or the answer of a set, since whatever it could multiply to is
larger.  So the best grouping of a part follows from a few smaller parts.  One pass down marks the parts that a hand,
and if wished the hand less any discard (FR-6), come down to; one pass up finds their best groupings.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.kernel import compile_rules
from ...core.numbers import prime_factors
from ...decks.primepak.cards import KINDS, NUMBERS, PRIME, PRIMES, WILD
from ...decks.primepak.factor_set_catalogue import MAX_SET_SIZE, MOST_WILDS_IN_SET

MAX_CARDS = 12                                 # FR-1, FR-5
MAX_PARTS = 1 << MAX_CARDS
MAX_SETS = 1 << 8                              # more than twelve cards of the deck hold
NO_SET = HOPELESS = -1
ANY_SPARE = MAX_CARDS                                # to spare: every hand is solved
NOT_PRIME = 1 - PRIME
# Counts of digits side by side in one number, with a bit above each that guards against borrowing.
DIGIT_BITS = 5
COUNT_MASK = 15
GUARD_BITS = sum(1 << DIGIT_BITS * digit + DIGIT_BITS - 1 for digit in range(MAX_CARDS))

# The same of how often each prime divides a kind: to divide is to subtract.
EXPONENTS = np.zeros(KINDS, np.int64)
OMEGA = np.zeros(KINDS, np.int64)               # how many prime factors a kind has
for _kind, _number in enumerate(NUMBERS):
    EXPONENTS[_kind] = sum(1 << DIGIT_BITS * PRIMES.index(prime) for prime in prime_factors(_number))
    OMEGA[_kind] = len(prime_factors(_number))

OFFSET, PACKED, CARDS, ALL_PRIME = 0, 1, 2, 3   # columns of the sets that a hand holds


def list_digit_kinds(hand, kinds):
    """Write the kinds of a hand in the order of its digits; returns how many there are."""
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
    """List every set that a hand holds, by the digit of its answer: rows start[j] to stop[j].

    Returns counts of digits, of which those are 0 that stand in no set; or HOPELESS as soon as more than `spare` cards
    are
    known to stand in none.  Answers are taken from the largest down, so that a card that has had its turn and is in no
    set
    yet never will be.
    """
    wilds = min(hand[WILD], MOST_WILDS_IN_SET)
    work = np.empty((6, MAX_SET_SIZE + 1), np.int64)        # one array: to make six takes as long as the search
    at, copies, left, missing, packed, pure = work[0], work[1], work[2], work[3], work[4], work[5]
    first = 1 if kinds[0] == WILD else 0
    found, used = 0, 0
    for j in range(n - 1, -1, -1):
        start[j] = found
        depth = NOT_PRIME[kinds[j]] - 1         # of the multipliers chosen, from the largest down
        at[0], copies[0], left[0], missing[0] = j - 1, 0, EXPONENTS[kinds[j]] + GUARD_BITS, OMEGA[kinds[j]]
        packed[0], pure[0] = 1 << DIGIT_BITS * j, 1
        while depth >= 0:
            digit = at[depth]
            if digit < first:
                depth -= 1
                continue
            kind, taken = kinds[digit], copies[depth]
            at[depth], copies[depth] = digit - 1, 0
            rest = left[depth] - EXPONENTS[kind]
            if rest & GUARD_BITS != GUARD_BITS or taken == hand[kind]:
                continue
            up = depth + 1
            at[up], copies[up], left[up], missing[up] = digit, taken + 1, rest, missing[depth] - OMEGA[kind]
            packed[up] = packed[depth] + (1 << DIGIT_BITS * digit)
            pure[up] = pure[depth] & PRIME[kind]
            if missing[up] <= wilds and up + missing[up] >= 2:
                sets[found, PACKED] = packed[up] + missing[up]
                sets[found, CARDS] = 1 + up + missing[up]
                sets[found, ALL_PRIME] = pure[up]
                used |= sets[found, PACKED]
                found += 1
            if missing[up] > 0:
                depth = up
        stop[j] = found
        if used >> DIGIT_BITS * j & COUNT_MASK == 0:
            spare -= hand[kinds[j]]
            if spare < 0:
                return HOPELESS
    return used


def number_parts(hand, kinds, n, used, sets, found, stride):
    """Number the parts of a hand in mixed radix, and write each set's own number.

    stride  what a digit counts in the number of a part; the last entry is the number of parts
    """
    stride[0] = 1
    for j in range(n):
        stride[j + 1] = stride[j] * (hand[kinds[j]] + 1 if used >> DIGIT_BITS * j & COUNT_MASK else 1)
    for row in range(found):
        offset = 0
        for j in range(n):
            offset += (sets[row, PACKED] >> DIGIT_BITS * j & COUNT_MASK) * stride[j]
        sets[row, OFFSET] = offset


def find_leavable_cards(hand, spare, kinds):
    """Find the cards that can be left over by a grouping that leaves at most `spare` cards.

    Returns them as a set of digits, whether a grouping leaves none, and how many digits there are; kinds by digit.
    """
    sets = np.empty((MAX_SETS, 4), np.int64)
    span = np.empty((2, MAX_CARDS), np.int64)
    start, stop = span[0], span[1]
    n = list_digit_kinds(hand, kinds)
    if n == 0 or list_sets(hand, kinds, n, spare, sets, start, stop) == HOPELESS:
        return 0, False, n
    work = np.empty((5, MAX_CARDS + 1), np.int64)
    rest, digit, row, more, left = work[0], work[1], work[2], work[3], work[4]
    rest[0], digit[0], row[0], more[0], left[0] = GUARD_BITS, n - 1, start[n - 1], spare, 0
    for j in range(n):
        rest[0] += hand[kinds[j]] << DIGIT_BITS * j
    depth, found, whole = 0, 0, False
    while depth >= 0:                           # of the cards that have been placed, from the largest down
        j, up = digit[depth], depth + 1
        if row[depth] < stop[j]:
            here = sets[row[depth], PACKED]
            row[depth] += 1
            if rest[depth] - here & GUARD_BITS != GUARD_BITS:
                continue
            more[up], left[up] = more[depth], left[depth]
        elif row[depth] == stop[j] and more[depth] > 0:
            here = 1 << DIGIT_BITS * j
            row[depth] += 1
            more[up], left[up] = more[depth] - 1, left[depth] | 1 << j
        else:
            depth -= 1
            continue
        rest[up] = rest[depth] - here
        if rest[up] == GUARD_BITS:
            found |= left[up]
            whole = whole or left[up] == 0
            continue
        while rest[up] >> DIGIT_BITS * j & COUNT_MASK == 0:
            j -= 1
        digit[up], row[up] = j, start[j]
        depth = up
    return found, whole, n


def pack_counts(hand, kinds, n, used):
    """Return the counts of the digits that stand in sets, side by side with their guard bits."""
    packed = GUARD_BITS
    for j in range(n):
        if used >> DIGIT_BITS * j & COUNT_MASK:
            packed += hand[kinds[j]] << DIGIT_BITS * j
    return packed


def list_reachable_parts(n, with_discards, stride, sets, start, stop, packed, parts, top_digits):
    """List the parts that a hand comes down to, from the largest, with the digits of their largest cards.

    The largest card of a part leaves it alone, as deadwood, or with a set.
    with_discards  also the parts of the hand less each of its cards
    packed         by part: its packed counts, 0 if it is not met
    Returns how many parts there are.
    """
    whole, met, j = stride[n] - 1, 0, n - 1
    for digit in range(n if with_discards else 0):
        if stride[digit + 1] > stride[digit]:
            packed[whole - stride[digit]] = packed[whole] - (1 << DIGIT_BITS * digit)
    for part in range(whole, 0, -1):
        here = packed[part]
        if here == 0:
            continue
        while stride[j] > part:
            j -= 1
        parts[met], top_digits[met] = part, j
        met += 1
        packed[part - stride[j]] = here - (1 << DIGIT_BITS * j)
        for row in range(start[j], stop[j]):
            if here - sets[row, PACKED] & GUARD_BITS == GUARD_BITS:
                packed[part - sets[row, OFFSET]] = here - sets[row, PACKED]
    return met


def solve_groupings(hand, spare, with_discards, kinds, stride, sets, best, choice, pure):
    """Find the best groupings of a hand, and of all parts on the way; returns how many digits it has.

    spare          how many cards may be left over: 0 is returned at once if more have to be
    with_discards  also of the hand less each of its cards
    kinds, stride  by digit: its kind, and what it counts in the number of a part; equal to the next one where the kind
                   stands in no set
    sets           rows of OFFSET, PACKED, CARDS, ALL_PRIME
    best           by part: the most cards that sets can hold
    choice         by part: the set that its largest card is the answer of, or NO_SET where that is deadwood
    pure           by part: do prime sets hold all of it?
    """
    start, stop = np.zeros(MAX_CARDS, np.int64), np.zeros(MAX_CARDS, np.int64)      # a hand may be empty, or unseen
    n = list_digit_kinds(hand, kinds)
    used = list_sets(hand, kinds, n, spare, sets, start, stop)
    if used == HOPELESS:
        return 0
    number_parts(hand, kinds, n, used, sets, stop[0], stride)
    packed, parts, tops = np.zeros(MAX_PARTS, np.int64), np.empty(MAX_PARTS, np.int64), np.empty(MAX_PARTS, np.int64)
    packed[stride[n] - 1] = pack_counts(hand, kinds, n, used)
    met = list_reachable_parts(n, with_discards, stride, sets, start, stop, packed, parts, tops)
    best[0], choice[0], pure[0] = 0, NO_SET, 1
    for i in range(met - 1, -1, -1):
        part, j, here = parts[i], tops[i], packed[parts[i]]
        most, chosen, all_prime = best[part - stride[j]], NO_SET, 0
        for row in range(start[j], stop[j]):
            if here - sets[row, PACKED] & GUARD_BITS == GUARD_BITS:
                rest = part - sets[row, OFFSET]
                if best[rest] + sets[row, CARDS] > most:
                    most, chosen = best[rest] + sets[row, CARDS], row
                all_prime |= sets[row, ALL_PRIME] & pure[rest]
        best[part], choice[part], pure[part] = most, chosen, all_prime
    return n


compile_rules(globals(), makers="list_sets find_leavable_cards solve_groupings")
