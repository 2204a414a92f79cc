"""How the examples with cards of the deck are tried, here and in the four games."""

from math import prod

import numpy as np

from coprime.core.kernel import import_pure
from coprime.core.numbers import is_prime, prime_factors
from coprime.decks.primepak.cards import NUMBERS

names, sets = import_pure("coprime.decks.primepak.notation"), import_pure("coprime.decks.primepak.factor_sets")


def is_set(drawn):
    """A factor set, the answer drawn first."""
    kinds = np.array([names.parse_kind(name) for name in drawn], np.int64)
    n = len(kinds)
    answer = kinds[sets.find_answer_index(kinds, n)]
    return sets.find_set_row(kinds, n) != sets.NO_SET and drawn[0] == names.kind_name(answer)


def a_set(case):
    """The sentence says what is wrong, or gives the product: it names a prime set so, and only such a one."""
    if "prime factor set" in case.text and case.mark == "yes":
        primes = [name == "W" or is_prime(int(name)) for name in case.drawn[1:]]
        assert all(primes) is ("not a prime factor set" not in case.text), case.text
    return is_set(case.drawn)


def divides(case):
    """`84 21 4`: 21 divides 84, and 4 is the other factor."""
    n, d, *rest = map(int, case.drawn)
    assert {n, d, *rest} <= set(NUMBERS) | {36} and (not rest or rest == [n // d])
    return n % d == 0


def a_product(case):
    """`56 8 7`: the first number is the product of the others."""
    n, *parts = map(int, case.drawn)
    if "no prime can be split" in case.text:
        assert parts == prime_factors(n)
    return n == prod(parts)


TRIES = {"sets": a_set, "divides": divides, "product": a_product}
