"""All orders of one to four values that make a prime, as rows of a table, by number of values and then by the prime.

Plays of these are listed (listing.py), numbered for learners (codes.py), and need no other test of primality.
"""
# mypy: ignore-errors, implicit-reexport

from itertools import product

import numpy as np
from flint import fmpz

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .actions import sign_at
from .card_signs import KINDS, MOST_JOKERS, NONE, SIGN_VALUE

MAX_LISTED_CARDS = 4


def _order_table():
    """Return the primes, and the orders of values as rows [values..., UNKNOWN beyond]; a 0 takes a joker."""
    found = []
    for n in range(1, MAX_LISTED_CARDS + 1):
        for values in product(range(KINDS), repeat=n):
            number = int("".join(map(str, values)))
            if values[0] and values.count(0) <= MOST_JOKERS and fmpz(number).is_prime():
                found.append((number, [*values, *[UNKNOWN] * (MAX_LISTED_CARDS - n)]))
    found.sort(key=lambda one: (len(one[1]) - one[1].count(UNKNOWN), one[0]))
    return np.array([number for number, _ in found], np.int64), np.array([row for _, row in found], np.int64)


PRIMES, ORDERS = _order_table()
FIRST_ROWS = np.searchsorted((ORDERS >= 0).sum(axis=1), np.arange(MAX_LISTED_CARDS + 2))       # by number of cards

# A play of up to four signs as one number: of each sign the value and 1 in four bits, or 15 where it has no value.
DIGIT_BITS = 4
NO_VALUE = 15
SIGN_DIGIT = np.where(SIGN_VALUE >= 0, SIGN_VALUE + 1, NO_VALUE)
SIGN_DIGIT[NONE] = 0
ROW_OF_DIGITS = np.full(1 << DIGIT_BITS * MAX_LISTED_CARDS, UNKNOWN, np.int16)
ROW_OF_DIGITS[((ORDERS + 1) << DIGIT_BITS * np.arange(MAX_LISTED_CARDS)).sum(axis=1)] = np.arange(len(ORDERS))


def row_of_play(action):
    """Return the row of the values that a play of up to four cards shows; UNKNOWN where these make no prime."""
    digits = 0
    for place in range(MAX_LISTED_CARDS):
        digits |= SIGN_DIGIT[sign_at(action, place)] << DIGIT_BITS * place
    return int(ROW_OF_DIGITS[digits])


def find_row(cards, number):
    """Return the first row of so many cards whose prime is not below a number, or the row after them all."""
    first, last = FIRST_ROWS[cards], FIRST_ROWS[cards + 1]
    while first < last:
        middle = (first + last) // 2
        if PRIMES[middle] < number:
            first = middle + 1
        else:
            last = middle
    return first


compile_rules(globals(), makers="")
