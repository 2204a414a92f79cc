"""Find the cards a hand waits for: with them it could go out with nothing left over (FR-9, FR-10).

Such a card stands in one set, with cards that are left over when the other sets are taken off.  So every way of taking
sets off a hand that leaves few cards is looked at, and what would make one set of those, or of those but one.  That
takes a tenth of the time of trying every card.  Used by heuristics.py for the search.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.kernel import compile_rules
from ...decks.primepak.cards import KIND, KINDS, NUMBERS, VALUE, WILD
from ...decks.primepak.factor_set_catalogue import MAX_SET_SIZE, MOST_WILDS_IN_SET
from .deadwood_solver import (
    ANY_SPARE,
    CARDS,
    COUNT_MASK,
    DIGIT_BITS,
    GUARD_BITS,
    MAX_CARDS,
    MAX_SETS,
    OMEGA,
    PACKED,
    list_digit_kinds,
    list_sets,
    pack_counts,
)

# Cards that are left for the last set, which lacks one, and the discard.
MAX_REST = MAX_SET_SIZE
MAX_NUMBER = max(NUMBERS)
KIND_OF_VALUE = np.full(MAX_NUMBER + 1, KINDS,
                        np.int64)                     # by value; KINDS where there is no such card
for _value, _kind in KIND.items():
    KIND_OF_VALUE[_value] = _kind
ALL_DIGITS = -1                              # all digits


def mark_awaited_kinds(hand, cards, awaited):
    """Mark in `awaited`, by kind, the cards with which at most one card of a hand is left over."""
    sets = np.empty((MAX_SETS, 4), np.int64)
    start, stop = np.zeros(MAX_CARDS, np.int64), np.zeros(MAX_CARDS, np.int64)
    kinds, row = np.empty(MAX_CARDS + 1, np.int64), np.empty(MAX_CARDS + 1, np.int64)
    rest, size = np.empty(MAX_CARDS + 1, np.int64), np.empty(MAX_CARDS + 1, np.int64)
    n = list_digit_kinds(hand, kinds)
    list_sets(hand, kinds, n, ANY_SPARE, sets, start, stop)
    rest[0], size[0], row[0], depth, last = pack_counts(hand, kinds, n, ALL_DIGITS), cards, 0, 0, stop[0]
    if cards <= MAX_REST:
        mark_completions(rest[0], cards, kinds, n, awaited)
    while depth >= 0:                   # of the sets that have been taken off, in the order of the list
        at = row[depth]
        if at == last:
            depth -= 1
            continue
        row[depth] = at + 1
        less = rest[depth] - sets[at, PACKED]
        if less & GUARD_BITS != GUARD_BITS:
            continue
        depth += 1
        rest[depth], size[depth], row[depth] = less, size[depth - 1] - sets[at, CARDS], at
        if 2 <= size[depth] <= MAX_REST:
            mark_completions(less, size[depth], kinds, n, awaited)


def mark_completions(rest, size, kinds, n, awaited):
    """Mark what makes one set of the cards that are left, or of those but one."""
    mark_set_completions(rest, kinds, n, awaited)
    for digit in range(n if size > 2 else 0):
        if rest >> DIGIT_BITS * digit & COUNT_MASK:
            mark_set_completions(rest - (1 << DIGIT_BITS * digit), kinds, n, awaited)


def mark_set_completions(rest, kinds, n, awaited):
    """Mark the cards that make a set of exactly these: as its answer, or as a multiplier."""
    product, numbers, top = 1, 0, 0
    first = 1 if kinds[0] == WILD else 0
    for digit in range(first, n):
        for _ in range(rest >> DIGIT_BITS * digit & COUNT_MASK):
            top = VALUE[kinds[digit]]
            product *= top
            numbers += 1
    wilds = rest & COUNT_MASK if first else 0
    if numbers == 0 or wilds > MOST_WILDS_IN_SET:
        return
    if product <= MAX_NUMBER:
        mark_awaited_answers(product, wilds, awaited)
    if top * top % product == 0 and top * top > product:
        mark_factors(top * top // product, wilds, numbers, awaited)


def mark_awaited_answers(product, wilds, awaited):
    """Mark the answers of these multipliers."""
    if wilds == 0:
        if KIND_OF_VALUE[product] < WILD:
            awaited[KIND_OF_VALUE[product]] = True
        return
    for kind in range(WILD):
        if VALUE[kind] % product == 0 and VALUE[kind] > product and (
                OMEGA[KIND_OF_VALUE[product]] if KIND_OF_VALUE[product] < WILD
                else count_prime_factors(product)) + wilds == OMEGA[kind]:
            awaited[kind] = True


def count_prime_factors(number):
    """Return how many prime factors a number has, other primes than the deck's included."""
    n, prime = 0, 2
    while number > 1:
        while number % prime == 0:
            number //= prime
            n += 1
        prime += 1
    return n


def mark_factors(quotient, wilds, numbers, awaited):
    """Mark the multipliers missing below an answer; a wild stands for a prime, and not for all of them."""
    missing = count_prime_factors(quotient)
    if missing == wilds + 1 and numbers > 1 and wilds < MOST_WILDS_IN_SET:
        awaited[WILD] = True
    if wilds == 0:
        if KIND_OF_VALUE[quotient] < WILD:
            awaited[KIND_OF_VALUE[quotient]] = True
        return
    for kind in range(WILD):
        if quotient % VALUE[kind] == 0 and OMEGA[kind] + wilds == missing:
            awaited[kind] = True


compile_rules(globals())
