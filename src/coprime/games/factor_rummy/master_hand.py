"""What becomes of a hand after each discard: how many cards stand in sets, and how many with any one card more.

The best grouping of everything that a hand holds is worked out at once, by part as in `grouping`; and all ways in which
a card that is not there would make a set with some of the hand's.  So what a card does after a discard is looked up:
the cards of its set, and the best grouping of the rest.
"""

import numpy as np

from ...core.kernel import compile_rules
from ...decks.primepak.cards import KINDS, NUMBERS, PRIMES, VALUE, WILD
from ...decks.primepak.catalogue import MOST_WILDS_IN_SET
from .grouping import (
    ANY,
    CARDS,
    GUARDS,
    MOST_CARDS,
    OFFSET,
    PACKED,
    WIDTH,
    digits_of,
    list_sets,
    number_parts,
)
from .waiting import EVERY, TOP

NEEDS = 1 << 12                 # rows of needs: far more than a hand has
LACKED = 3                      # a column of needs: the kind that the set lacks; OFFSET and PACKED of the rest, CARDS

# Columns of a walk through the multipliers that a hand has: the digit to try next, the digit chosen last and how many
# of it, their product, and the number and the packed counts of their part.
NEXT, LAST, TAKEN, PRODUCT, PART, GROUP = 0, 1, 2, 3, 4, 5
COLUMNS = 6


def omega_of(number: int) -> int:
    """How many prime factors a number has, of those of the deck."""
    return sum(number % prime ** power == 0 for prime in PRIMES for power in range(1, 11))


# What a number is of every kind (0: it does not divide it), and which kinds come of a number and so many primes:
# MULTIPLES what it divides, DIVISORS what divides it, from place FIRST to the next.
QUOTIENT = np.zeros((TOP + 1, KINDS), np.int64)
MULTIPLES_FIRST = np.zeros((TOP + 1) * (MOST_WILDS_IN_SET + 1) + 1, np.int64)
DIVISORS_FIRST = np.zeros((TOP + 1) * (MOST_WILDS_IN_SET + 1) + 1, np.int64)
OMEGAS = np.array([0, *map(omega_of, range(1, TOP + 1))])
_multiples, _divisors = [], []
for _at in range(len(MULTIPLES_FIRST) - 1):
    _number, _wilds = divmod(_at, MOST_WILDS_IN_SET + 1)
    for _kind, _value in enumerate(NUMBERS if _number else ()):
        if _value % _number == 0 and OMEGAS[_value // _number] == _wilds:
            _multiples.append(_kind)
        if _number % _value == 0 and OMEGAS[_number // _value] == _wilds:
            _divisors.append(_kind)
        QUOTIENT[_number, _kind] = _value // _number if _value % _number == 0 else 0
    MULTIPLES_FIRST[_at + 1], DIVISORS_FIRST[_at + 1] = len(_multiples), len(_divisors)
MULTIPLES, DIVISORS = np.array(_multiples), np.array(_divisors)


def spread(hand, h):
    """Work out the best grouping of every part of a hand of at most twelve cards; return how many digits it has."""
    n = digits_of(hand, h.kinds)
    list_sets(hand, h.kinds, n, ANY, h.sets, h.start, h.stop)
    number_parts(hand, h.kinds, n, EVERY, h.sets, h.stop[0], h.stride)
    h.best[0], h.packed[0] = 0, GUARDS
    for j in range(n):
        for part in range(h.stride[j], h.stride[j + 1]):
            less = part - h.stride[j]
            here, most = h.packed[less] + (1 << WIDTH * j), h.best[less]
            for row in range(h.start[j], h.stop[j]):
                if here - h.sets[row, PACKED] & GUARDS == GUARDS:
                    most = max(most, h.best[part - h.sets[row, OFFSET]] + h.sets[row, CARDS])
            h.packed[part], h.best[part] = here, most
    return n


def list_needs(hand, n, unseen, h):
    """Every way in which an unseen card makes a set with cards of a hand that has been spread; returns how many.

    Left out are those that do no better than the worst discard does without.
    """
    first = 1 if h.kinds[0] == WILD else 0
    wilds = min(hand[WILD], MOST_WILDS_IN_SET) if first else 0
    walk, lowest, found, depth = h.walk, lowest_of(n, h), 0, 0
    walk[0, NEXT], walk[0, LAST], walk[0, TAKEN], walk[0, PRODUCT] = n - 1, -1, 0, 1
    walk[0, PART] = walk[0, GROUP] = 0
    for w in range(1, wilds + 1):
        found = list_lacking(n, first, 0, w, unseen, lowest, h, found)
    while depth >= 0:
        j = walk[depth, NEXT]
        if j < first:
            depth -= 1
            continue
        walk[depth, NEXT] = j - 1
        kind = h.kinds[j]
        taken = walk[depth, TAKEN] if walk[depth, LAST] == j else 0
        product = walk[depth, PRODUCT] * VALUE[kind]
        if taken == hand[kind] or product > TOP:
            continue
        depth += 1
        walk[depth, NEXT], walk[depth, LAST], walk[depth, TAKEN], walk[depth, PRODUCT] = j, j, taken + 1, product
        walk[depth, PART] = walk[depth - 1, PART] + h.stride[j]
        walk[depth, GROUP] = walk[depth - 1, GROUP] + (1 << WIDTH * j)
        for w in range(wilds + 1):
            found = list_lacking(n, first, depth, w, unseen, lowest, h, found)
    return found


def lowest_of(n, h):
    """How many cards stand in sets after the worst discard."""
    whole, lowest = h.stride[n] - 1, MOST_CARDS
    for j in range(n):
        lowest = min(lowest, h.best[whole - h.stride[j]])
    return lowest


def list_lacking(n, first, depth, w, unseen, lowest, h, found):
    """What makes a set of the multipliers chosen and w wilds: their answer, or a multiplier where the answer is there.

    Wilds are the first digit, if there are any.
    """
    whole, product, size = h.stride[n] - 1, h.walk[depth, PRODUCT], depth + w
    part, group = h.walk[depth, PART] + w, h.walk[depth, GROUP] + w
    if size >= 2 and depth > 0 and size + 1 + h.best[whole - part] > lowest:
        at = product * (MOST_WILDS_IN_SET + 1) + w
        for i in range(MULTIPLES_FIRST[at], MULTIPLES_FIRST[at + 1]):
            found = list_need(MULTIPLES[i], size + 1, part, group, unseen, h, found)
    for j in range(n - 1, first - 1, -1):
        quotient = QUOTIENT[product, h.kinds[j]]
        if quotient < 2 or h.packed[whole] - group - (1 << WIDTH * j) & GUARDS != GUARDS:
            continue
        if size + 2 + h.best[whole - part - h.stride[j]] <= lowest:
            continue
        to, beside = part + h.stride[j], group + (1 << WIDTH * j)
        at = quotient * (MOST_WILDS_IN_SET + 1) + w
        for i in range(DIVISORS_FIRST[at], DIVISORS_FIRST[at + 1]):
            found = list_need(DIVISORS[i], size + 2, to, beside, unseen, h, found)
        if depth > 0 and w < MOST_WILDS_IN_SET and OMEGAS[quotient] == w + 1:
            found = list_need(WILD, size + 2, to, beside, unseen, h, found)
    return found


def list_need(kind, size, part, group, unseen, h, found):
    if unseen[kind] <= 0 or found == NEEDS:
        return found
    h.needs[found, OFFSET], h.needs[found, PACKED] = part, group
    h.needs[found, CARDS], h.needs[found, LACKED] = size, kind
    return found + 1


def look_ahead(n, needs, digit, h):
    """By kind, how many cards stand in sets when one of a digit goes and one of that kind comes, to h.most.

    Returns how many do when it goes and none comes.
    """
    rest = h.stride[n] - 1 - h.stride[digit]
    here, packed = h.best[rest], h.packed[rest]
    h.most[:] = here
    for i in range(needs):
        if packed - h.needs[i, PACKED] & GUARDS == GUARDS:
            kind = h.needs[i, LACKED]
            h.most[kind] = max(h.most[kind], h.needs[i, CARDS] + h.best[rest - h.needs[i, OFFSET]])
    return here


compile_rules(globals(), makers="")
