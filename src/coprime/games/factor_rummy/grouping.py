"""The grouping of a hand with the least deadwood, exactly (FR-13, FR-21).

A hand is counts of kinds; its kinds are its digits, wilds first and then from the smallest number up.  Parts of what
can stand in sets at all are numbered in mixed radix, so that a set is taken off a part by subtracting the set's own
number.  The largest card of a part is either deadwood or the answer of a set, since whatever it could multiply to is
larger.  So the best grouping of a part follows from a few smaller parts.  One pass down marks the parts that a hand,
and if wished the hand less any discard (FR-6), come down to; one pass up finds their best groupings.
"""

import numpy as np

from ...core.kernel import compile_rules
from ...core.numbers import prime_factors
from ...decks.primepak.cards import KINDS, NUMBERS, PRIME, PRIMES, WILD
from ...decks.primepak.catalogue import MOST_WILDS_IN_SET, WIDEST

MOST_CARDS = 12                                 # FR-1, FR-5
PARTS = 1 << MOST_CARDS
MOST_SETS = 1 << 8                              # more than twelve cards of the deck hold
NO_SET = HOPELESS = -1
ANY = MOST_CARDS                                # to spare: every hand is solved
NOT_PRIME = 1 - PRIME
# Counts of digits side by side in one number, with a bit above each that guards against borrowing.
WIDTH = 5
COUNT = 15
GUARDS = sum(1 << WIDTH * digit + WIDTH - 1 for digit in range(MOST_CARDS))

# The same of how often each prime divides a kind: to divide is to subtract.
EXPONENTS = np.zeros(KINDS, np.int64)
OMEGA = np.zeros(KINDS, np.int64)               # how many prime factors a kind has
for _kind, _number in enumerate(NUMBERS):
    EXPONENTS[_kind] = sum(1 << WIDTH * PRIMES.index(prime) for prime in prime_factors(_number))
    OMEGA[_kind] = len(prime_factors(_number))

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
    left, missing = np.empty(WIDEST + 1, np.int64), np.empty(WIDEST + 1, np.int64)
    packed, pure = np.empty(WIDEST + 1, np.int64), np.empty(WIDEST + 1, np.int64)
    first = 1 if kinds[0] == WILD else 0
    found, used = 0, 0
    for j in range(n - 1, -1, -1):
        start[j] = found
        depth = NOT_PRIME[kinds[j]] - 1         # of the multipliers chosen, from the largest down
        at[0], copies[0], left[0], missing[0] = j - 1, 0, EXPONENTS[kinds[j]] + GUARDS, OMEGA[kinds[j]]
        packed[0], pure[0] = 1 << WIDTH * j, 1
        while depth >= 0:
            digit = at[depth]
            if digit < first:
                depth -= 1
                continue
            kind, taken = kinds[digit], copies[depth]
            at[depth], copies[depth] = digit - 1, 0
            rest = left[depth] - EXPONENTS[kind]
            if rest & GUARDS != GUARDS or taken == hand[kind]:
                continue
            up = depth + 1
            at[up], copies[up], left[up], missing[up] = digit, taken + 1, rest, missing[depth] - OMEGA[kind]
            packed[up] = packed[depth] + (1 << WIDTH * digit)
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
    if n == 0 or list_sets(hand, kinds, n, spare, sets, start, stop) == HOPELESS:
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


def pack(hand, kinds, n, used):
    """The counts of the digits that stand in sets, guarded."""
    packed = GUARDS
    for j in range(n):
        if used >> WIDTH * j & COUNT:
            packed += hand[kinds[j]] << WIDTH * j
    return packed


def come_down(n, discards, stride, sets, start, stop, packed, parts, tops):
    """List the parts that a hand comes down to, from the largest, with the digits of their largest cards.

    The largest card of a part leaves it alone, as deadwood, or with a set.  packed: by part, 0 where it is not met.
    """
    whole, met, j = stride[n] - 1, 0, n - 1
    for digit in range(n if discards else 0):
        if stride[digit + 1] > stride[digit]:
            packed[whole - stride[digit]] = packed[whole] - (1 << WIDTH * digit)
    for part in range(whole, 0, -1):
        here = packed[part]
        if here == 0:
            continue
        while stride[j] > part:
            j -= 1
        parts[met], tops[met] = part, j
        met += 1
        packed[part - stride[j]] = here - (1 << WIDTH * j)
        for row in range(start[j], stop[j]):
            if here - sets[row, PACKED] & GUARDS == GUARDS:
                packed[part - sets[row, OFFSET]] = here - sets[row, PACKED]
    return met


def solve(hand, spare, discards, kinds, stride, sets, best, choice, pure):
    """Find the best groupings of a hand, and of all that is left of it on the way; return how many digits it has.

    spare          how many cards may be left over: 0 is returned at once when more have to be
    discards       also of the hand less each of its cards?
    kinds, stride  by digit: its kind, and what it counts in the number of a part; equal to the next one where the kind
                   stands in no set
    sets           rows of OFFSET, PACKED, CARDS, ALL_PRIME
    best           by part: the most cards that sets can hold
    choice         by part: the set that its largest card is the answer of, or NO_SET where that is deadwood
    pure           by part: do prime sets hold all of it?
    """
    start, stop = np.zeros(MOST_CARDS, np.int64), np.zeros(MOST_CARDS, np.int64)      # a hand may be empty, or unseen
    n = digits_of(hand, kinds)
    used = list_sets(hand, kinds, n, spare, sets, start, stop)
    if used == HOPELESS:
        return 0
    number_parts(hand, kinds, n, used, sets, stop[0], stride)
    packed, parts, tops = np.zeros(PARTS, np.int64), np.empty(PARTS, np.int64), np.empty(PARTS, np.int64)
    packed[stride[n] - 1] = pack(hand, kinds, n, used)
    met = come_down(n, discards, stride, sets, start, stop, packed, parts, tops)
    best[0], choice[0], pure[0] = 0, NO_SET, 1
    for i in range(met - 1, -1, -1):
        part, j, here = parts[i], tops[i], packed[parts[i]]
        most, chosen, all_prime = best[part - stride[j]], NO_SET, 0
        for row in range(start[j], stop[j]):
            if here - sets[row, PACKED] & GUARDS == GUARDS:
                rest = part - sets[row, OFFSET]
                if best[rest] + sets[row, CARDS] > most:
                    most, chosen = best[rest] + sets[row, CARDS], row
                all_prime |= sets[row, ALL_PRIME] & pure[rest]
        best[part], choice[part], pure[part] = most, chosen, all_prime
    return n


compile_rules(globals(), makers="list_sets leavable solve")
