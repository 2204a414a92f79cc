"""The judge of large numbers, compared with trial division, published primes and recorded plays of Prime Daifugo."""

import random
from math import prod

import pytest

from coprime.core.number_judge import MAX_DIGITS, find_factors, judge_number

# The longest prime of 54 cards, the longest one in the recorded games, and the strongest of 6, 8 and 18 cards
# (shared facts of the original Prime Daifugo, sections 1 and 3).
PRIMES = [
    2, 3, 8171, 2**61 - 1, 131313131011, 1313131313121013, 131313131312121212111011101110111011,
    9988776655443213121121011311210113, 99998888777766665555444433332222131313131313121212121111111011010101111,
]
# Composites that pass simpler tests: of Carmichael, strong to the bases 2 to 37, strong Lucas, and Arnault's.
PSEUDOPRIMES = {
    561: (3, 11, 17), 5459: (53, 103), 3215031751: (151, 751, 28351),
    3825123056546413051: (149491, 747451, 34233211),
    318665857834031151167461: (399165290221, 798330580441),
    3317044064679887385961981: (1287836182261, 2575672364521),
}
PRODUCTS = {8173: (11, 743), 1313: (13, 101), 12112: (2, 2, 2, 2, 757), 13121113: (683, 19211), 13131113: (29, 452797),
            4782969: (3,) * 14, 91: (7, 13), 88131013: (367, 240139), 1000036000099: (1000003, 1000033)}


def test_small_numbers_agree_with_trial_division():
    for n in range(3000):
        divisors = [d for d in range(2, n) if n % d == 0]
        judgement = judge_number(n)
        assert judgement.prime == (n > 1 and not divisors) and judgement.proven
        assert prod(judgement.factors) == max(n, 1) and judgement.unfactored == 1
        assert all(judge_number(p).prime for p in judgement.factors)


@pytest.mark.parametrize("n", PRIMES)
def test_a_prime_is_proven(n):
    judgement = judge_number(n)
    assert judgement.prime and judgement.proven and judgement.factors == (n,)


@pytest.mark.parametrize(("n", "factors"), [*PSEUDOPRIMES.items(), *PRODUCTS.items()])
def test_a_composite_is_split(n, factors):
    judgement = judge_number(n)
    assert not judgement.prime and judgement.factors == factors and judgement.unfactored == 1


def test_two_primes_of_twenty_digits_are_found_and_two_of_fifty_are_not():
    assert find_factors((10**19 + 51) * (10**19 + 87)) == (10**19 + 51, 10**19 + 87)
    judgement = judge_number(9 * (10**50 + 151) * (10**51 + 121))
    assert judgement.factors == (3, 3) and judgement.unfactored == (10**50 + 151) * (10**51 + 121)


def test_a_prime_of_more_than_a_hundred_digits_is_not_proven():
    """10^999 + 7 is the least prime of a thousand digits."""
    judgement = judge_number(10**999 + 7)
    assert judgement.prime and not judgement.proven
    assert not judge_number(10**999 + 9).prime


def test_numbers_of_any_size_within_the_limit_have_an_exact_account():
    chance = random.Random("judge")
    for digits in (5, 20, 40, 60, 71, 120, 300):
        n = chance.randrange(10**(digits - 1), 10**digits)
        judgement = judge_number(n)
        assert prod(judgement.factors) * judgement.unfactored == n
        assert judgement.prime == (judgement.factors == (n,))


@pytest.mark.parametrize("n", [-1, 10**MAX_DIGITS])
def test_beyond_the_limit_there_is_an_error(n):
    with pytest.raises(ValueError, match="1000 digits"):
        judge_number(n)
