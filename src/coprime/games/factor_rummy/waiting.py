"""Which cards a hand waits for: those that would let it go out with nothing left over (FR-9, FR-10), for the search.

Such a card stands in one set, with cards that are left over when the other sets are taken off.  So every way of taking
sets off a hand that leaves few cards is looked at, and what would make one set of those, or of those but one.  That
takes a tenth of the time of trying every card.
"""

import numpy as np

from ...core.kernel import compile_rules
from ...decks.primepak.cards import KIND, KINDS, NUMBERS, VALUE, WILD
from ...decks.primepak.catalogue import MOST_WILDS_IN_SET, WIDEST
from .grouping import ANY, CARDS, COUNT, GUARDS, MOST_CARDS, MOST_SETS, OMEGA, PACKED, WIDTH, digits_of, list_sets, pack

REST = WIDEST                           # cards that are left for the last set, which lacks one, and the discard
TOP = max(NUMBERS)
KIND_OF = np.full(TOP + 1, KINDS, np.int64)                     # by value; KINDS where there is no such card
for _value, _kind in KIND.items():
    KIND_OF[_value] = _kind
EVERY = -1                              # all digits


def waits(hand, cards, awaited):
    """Mark in `awaited`, by kind, what stands in a set with cards of a hand so that one is left over at most."""
    sets = np.empty((MOST_SETS, 4), np.int64)
    start, stop = np.zeros(MOST_CARDS, np.int64), np.zeros(MOST_CARDS, np.int64)
    kinds, row = np.empty(MOST_CARDS + 1, np.int64), np.empty(MOST_CARDS + 1, np.int64)
    rest, size = np.empty(MOST_CARDS + 1, np.int64), np.empty(MOST_CARDS + 1, np.int64)
    n = digits_of(hand, kinds)
    list_sets(hand, kinds, n, ANY, sets, start, stop)
    rest[0], size[0], row[0], depth, last = pack(hand, kinds, n, EVERY), cards, 0, 0, stop[0]
    if cards <= REST:
        complete(rest[0], cards, kinds, n, awaited)
    while depth >= 0:                   # of the sets that have been taken off, in the order of the list
        at = row[depth]
        if at == last:
            depth -= 1
            continue
        row[depth] = at + 1
        less = rest[depth] - sets[at, PACKED]
        if less & GUARDS != GUARDS:
            continue
        depth += 1
        rest[depth], size[depth], row[depth] = less, size[depth - 1] - sets[at, CARDS], at
        if 2 <= size[depth] <= REST:
            complete(less, size[depth], kinds, n, awaited)


def complete(rest, size, kinds, n, awaited):
    """What makes one set of the cards that are left, or of those but one."""
    make_set(rest, kinds, n, awaited)
    for digit in range(n if size > 2 else 0):
        if rest >> WIDTH * digit & COUNT:
            make_set(rest - (1 << WIDTH * digit), kinds, n, awaited)


def make_set(rest, kinds, n, awaited):
    """Mark the cards that make a set of exactly these: as its answer, or as a multiplier."""
    product, numbers, top = 1, 0, 0
    first = 1 if kinds[0] == WILD else 0
    for digit in range(first, n):
        for _ in range(rest >> WIDTH * digit & COUNT):
            top = VALUE[kinds[digit]]
            product *= top
            numbers += 1
    wilds = rest & COUNT if first else 0
    if numbers == 0 or wilds > MOST_WILDS_IN_SET:
        return
    if product <= TOP:
        mark_multiples(product, wilds, awaited)
    if top * top % product == 0 and top * top > product:
        mark_factors(top * top // product, wilds, numbers, awaited)


def mark_multiples(product, wilds, awaited):
    """The answers of these multipliers."""
    if wilds == 0:
        if KIND_OF[product] < WILD:
            awaited[KIND_OF[product]] = True
        return
    for kind in range(WILD):
        if VALUE[kind] % product == 0 and VALUE[kind] > product and (
                OMEGA[KIND_OF[product]] if KIND_OF[product] < WILD else factors_of(product)) + wilds == OMEGA[kind]:
            awaited[kind] = True


def factors_of(number):
    """How many prime factors a number has that may be none of the deck's."""
    n, prime = 0, 2
    while number > 1:
        while number % prime == 0:
            number //= prime
            n += 1
        prime += 1
    return n


def mark_factors(quotient, wilds, numbers, awaited):
    """The multipliers that are missing below an answer; a wild stands for a prime, and not for all of them."""
    missing = factors_of(quotient)
    if missing == wilds + 1 and numbers > 1 and wilds < MOST_WILDS_IN_SET:
        awaited[WILD] = True
    if wilds == 0:
        if KIND_OF[quotient] < WILD:
            awaited[KIND_OF[quotient]] = True
        return
    for kind in range(WILD):
        if quotient % VALUE[kind] == 0 and OMEGA[kind] + wilds == missing:
            awaited[kind] = True


compile_rules(globals())
