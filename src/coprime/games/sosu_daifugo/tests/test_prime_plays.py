"""The store of primes, counted; several programs agree on these figures."""

import pytest

from coprime.games.sosu_daifugo.prime_plays import prime_orders_by_bag
from coprime.games.sosu_daifugo.tests.playing import number_of_ranks

TWO_CARD_PRIMES = [11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107,
                   109, 113, 127, 131, 137, 139, 211, 311, 313, 613, 811, 911, 1013, 1213]


@pytest.mark.parametrize(("n", "sets", "sequences", "values", "largest"), [
    (1, 6, 6, 6, 13), (2, 33, 39, 38, 1213), (3, 188, 324, 308, 131311), (4, 937, 3078, 2865, 13111211)])
def test_sets_and_values(n, sets, sequences, values, largest):
    plays = prime_orders_by_bag(n)
    orders = [order for found in plays.values() for order in found]
    numbers = {number_of_ranks(order) for order in orders}
    assert (len(plays), len(orders), len(numbers), max(numbers)) == (sets, sequences, values, largest)
    assert all(found == tuple(sorted(found, key=number_of_ranks, reverse=True)) for found in plays.values())


def test_all_primes_of_two_cards():
    plays = prime_orders_by_bag(2)
    assert sorted({number_of_ranks(order) for found in plays.values() for order in found}) == TWO_CARD_PRIMES
