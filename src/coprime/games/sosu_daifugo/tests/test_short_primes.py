"""The store of primes of one to four cards with jokers; several programs agree on these counts."""

import pytest

from coprime.games.sosu_daifugo import card_signs
from coprime.games.sosu_daifugo.planning import card_orders, short_primes
from coprime.games.sosu_daifugo.record_notation import RANKS

ALL = (2, *[4] * 13)


def hand(letters):
    return tuple(letters.count(letter) for letter in RANKS)


@pytest.mark.parametrize(("n", "values", "allows_joker_zero"),
                         [(1, 6, True), (2, 38, True), (3, 338, True), (4, 3330, True), (2, 38, False)])
def test_values_with_two_jokers(n, values, allows_joker_zero):
    found = short_primes.list_prime_plays_of_hand(ALL, n, allows_joker_zero)
    assert len({number for number, _ in found}) == values
    assert all(card_orders.number_of(signs) == number for number, signs in found)


def test_no_joker_is_0_where_that_is_not_allowed():
    assert all(card_signs.FIRST_DECLARED not in signs for n in (2, 3, 4)
               for _, signs in short_primes.list_prime_plays_of_hand(ALL, n, allows_joker_zero=False))


@pytest.mark.parametrize(("n", "values"), [(1, 6), (2, 38), (3, 308), (4, 2865)])
def test_values_without_jokers(n, values):
    assert len({number for number, _ in short_primes.list_prime_plays_of_hand((0, *[4] * 13), n)}) == values


def test_the_strongest_and_the_smallest_prime_of_a_hand():
    assert short_primes.find_extreme_prime(hand("QK43"), 2) == 1213
    assert short_primes.find_extreme_prime(hand("QK43"), 2, smallest=True) == 43
    assert short_primes.find_extreme_prime(hand("2468"), 3) == 0
    assert short_primes.find_extreme_prime(hand("X24"), 2) == 211 and short_primes.find_extreme_prime(hand("X"),
                                                                                                      1) == 13
