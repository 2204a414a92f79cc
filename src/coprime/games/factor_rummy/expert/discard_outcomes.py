"""Work out what becomes of a hand after each discard: cards in sets, now and with any one card more.

The best grouping of everything that a hand holds is worked out at once, by part as in `deadwood_solver`; and all ways
in which a card that is not there would make a set with some of the hand's.  So what a card does after a discard is
looked up: the cards of its set, and the best grouping of the rest.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ....core.kernel import compile_rules
from ....decks.primepak.cards import KINDS, NUMBERS, PRIMES, VALUE, WILD
from ....decks.primepak.factor_set_catalogue import MOST_WILDS_IN_SET
from ..deadwood_solver import (
    ANY_SPARE,
    CARDS,
    DIGIT_BITS,
    GUARD_BITS,
    MAX_CARDS,
    OFFSET,
    PACKED,
    list_digit_kinds,
    list_sets,
    number_parts,
)
from ..going_out_cards import ALL_DIGITS, MAX_NUMBER

MAX_NEEDS = 1 << 12                 # rows of needs: far more than a hand has
# A column of needs: the kind that the set lacks; OFFSET and PACKED of the rest, CARDS.
LACKED_KIND = 3

# Columns of a walk through the multipliers that a hand has: the digit to try next, the digit chosen last and how many
# of it, their product, and the number and the packed counts of their part.
NEXT, LAST, TAKEN, PRODUCT, PART, GROUP = 0, 1, 2, 3, 4, 5
WALK_COLUMNS = 6


def count_deck_primes(number: int) -> int:
    """Return how many prime factors a number has, of those of the deck."""
    return sum(number % prime ** power == 0 for prime in PRIMES for power in range(1, 11))


# What a number is of every kind (0: it does not divide it), and which kinds come of a number and so many primes:
# MULTIPLES what it divides, DIVISORS what divides it; MULTIPLES_FIRST and DIVISORS_FIRST say from which place on.
QUOTIENT = np.zeros((MAX_NUMBER + 1, KINDS), np.int64)
MULTIPLES_FIRST = np.zeros((MAX_NUMBER + 1) * (MOST_WILDS_IN_SET + 1) + 1, np.int64)
DIVISORS_FIRST = np.zeros((MAX_NUMBER + 1) * (MOST_WILDS_IN_SET + 1) + 1, np.int64)
OMEGAS = np.array([0, *map(count_deck_primes, range(1, MAX_NUMBER + 1))])
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


def solve_all_subhands(hand, analysis):
    """Work out the best grouping of every part of a hand of at most twelve cards; returns its digits."""
    n = list_digit_kinds(hand, analysis.kinds)
    list_sets(hand, analysis.kinds, n, ANY_SPARE, analysis.sets, analysis.start, analysis.stop)
    number_parts(hand, analysis.kinds, n, ALL_DIGITS, analysis.sets, analysis.stop[0], analysis.stride)
    analysis.best[0], analysis.packed[0] = 0, GUARD_BITS
    for j in range(n):
        for part in range(analysis.stride[j], analysis.stride[j + 1]):
            less = part - analysis.stride[j]
            here, most = analysis.packed[less] + (1 << DIGIT_BITS * j), analysis.best[less]
            for row in range(analysis.start[j], analysis.stop[j]):
                if here - analysis.sets[row, PACKED] & GUARD_BITS == GUARD_BITS:
                    most = max(most, analysis.best[part - analysis.sets[row, OFFSET]] + analysis.sets[row, CARDS])
            analysis.packed[part], analysis.best[part] = here, most
    return n


def list_needs(hand, n, unseen, analysis):
    """List every way in which an unseen card makes a set with cards of an analysed hand; returns how many.

    Left out are those that do no better than the worst discard does without.
    """
    first = 1 if analysis.kinds[0] == WILD else 0
    wilds = min(hand[WILD], MOST_WILDS_IN_SET) if first else 0
    walk, lowest, found, depth = analysis.walk, fewest_after_discard(n, analysis), 0, 0
    walk[0, NEXT], walk[0, LAST], walk[0, TAKEN], walk[0, PRODUCT] = n - 1, -1, 0, 1
    walk[0, PART] = walk[0, GROUP] = 0
    for w in range(1, wilds + 1):
        found = list_completions(n, first, 0, w, unseen, lowest, analysis, found)
    while depth >= 0:
        j = walk[depth, NEXT]
        if j < first:
            depth -= 1
            continue
        walk[depth, NEXT] = j - 1
        kind = analysis.kinds[j]
        taken = walk[depth, TAKEN] if walk[depth, LAST] == j else 0
        product = walk[depth, PRODUCT] * VALUE[kind]
        if taken == hand[kind] or product > MAX_NUMBER:
            continue
        depth += 1
        walk[depth, NEXT], walk[depth, LAST], walk[depth, TAKEN], walk[depth, PRODUCT] = j, j, taken + 1, product
        walk[depth, PART] = walk[depth - 1, PART] + analysis.stride[j]
        walk[depth, GROUP] = walk[depth - 1, GROUP] + (1 << DIGIT_BITS * j)
        for w in range(wilds + 1):
            found = list_completions(n, first, depth, w, unseen, lowest, analysis, found)
    return found


def fewest_after_discard(n, analysis):
    """Return how many cards stand in sets after the worst discard."""
    whole, lowest = analysis.stride[n] - 1, MAX_CARDS
    for j in range(n):
        lowest = min(lowest, analysis.best[whole - analysis.stride[j]])
    return lowest


def list_completions(n, first, depth, wilds, unseen, lowest, analysis, found):
    """List what makes a set of the chosen multipliers and some wilds; returns the new number of needs.

    That is their answer, or a multiplier where the answer is there.  Wilds are the first digit, if there are any.
    """
    whole, product, size = analysis.stride[n] - 1, analysis.walk[depth, PRODUCT], depth + wilds
    part, group = analysis.walk[depth, PART] + wilds, analysis.walk[depth, GROUP] + wilds
    if size >= 2 and depth > 0 and size + 1 + analysis.best[whole - part] > lowest:
        at = product * (MOST_WILDS_IN_SET + 1) + wilds
        for i in range(MULTIPLES_FIRST[at], MULTIPLES_FIRST[at + 1]):
            found = append_need(MULTIPLES[i], size + 1, part, group, unseen, analysis, found)
    for j in range(n - 1, first - 1, -1):
        quotient = QUOTIENT[product, analysis.kinds[j]]
        if quotient < 2 or analysis.packed[whole] - group - (1 << DIGIT_BITS * j) & GUARD_BITS != GUARD_BITS:
            continue
        if size + 2 + analysis.best[whole - part - analysis.stride[j]] <= lowest:
            continue
        to, beside = part + analysis.stride[j], group + (1 << DIGIT_BITS * j)
        at = quotient * (MOST_WILDS_IN_SET + 1) + wilds
        for i in range(DIVISORS_FIRST[at], DIVISORS_FIRST[at + 1]):
            found = append_need(DIVISORS[i], size + 2, to, beside, unseen, analysis, found)
        if depth > 0 and wilds < MOST_WILDS_IN_SET and OMEGAS[quotient] == wilds + 1:
            found = append_need(WILD, size + 2, to, beside, unseen, analysis, found)
    return found


def append_need(kind, size, part, group, unseen, analysis, found):
    """Append one way to make a set, if the card is unseen and there is room; returns the new number."""
    if unseen[kind] <= 0 or found == MAX_NEEDS:
        return found
    analysis.needs[found, OFFSET], analysis.needs[found, PACKED] = part, group
    analysis.needs[found, CARDS], analysis.needs[found, LACKED_KIND] = size, kind
    return found + 1


def count_after_exchange(n, need_count, digit, analysis):
    """Count, by kind, the cards in sets when one of a digit goes and one of that kind comes, to `most`.

    Returns how many there are when it goes and none comes.
    """
    rest = analysis.stride[n] - 1 - analysis.stride[digit]
    here, packed = analysis.best[rest], analysis.packed[rest]
    analysis.most[:] = here
    for i in range(need_count):
        if packed - analysis.needs[i, PACKED] & GUARD_BITS == GUARD_BITS:
            kind = analysis.needs[i, LACKED_KIND]
            analysis.most[kind] = max(analysis.most[kind],
                                      analysis.needs[i, CARDS] + analysis.best[rest - analysis.needs[i, OFFSET]])
    return here


compile_rules(globals(), makers="")
