"""Numbers of several limbs, compared with Python's own and with FLINT, in both variants."""

import random

import pytest
from flint import fmpz

from coprime.core.kernel import import_pure

VARIANTS = [pytest.param(False, marks=pytest.mark.compiled), True]
# Those that the strong test to the base 2 lets pass, and the strong Lucas test.
PSEUDOPRIMES = [2047, 3277, 4033, 3215031751, 3825123056546413051, 318665857834031151167461,
                5459, 5777, 10877, 16109, 18971, 22499, 24569, 25199, 40309, 58519, 75077, 97439]


@pytest.fixture(params=VARIANTS, ids=["compiled", "pure"])
def limbs(request):
    return load_variant(request.param)


def load_variant(pure):
    if pure:
        return import_pure("coprime.core.big_numbers")
    from coprime.core import big_numbers

    return big_numbers


def as_limbs(limbs, n):
    a = limbs.limbs_from_int(0)
    for digit in str(n):
        assert limbs.append_digits(a, 1, int(digit))
    return a


def as_int(limbs, a):
    return sum(int(a[i]) << limbs.LIMB_BITS * i for i in range(limbs.LIMBS))


def test_digits_are_appended_until_they_no_longer_fit(limbs):
    a, n = limbs.limbs_from_int(0), 0
    while limbs.append_digits(a, 2, 99):
        n = 100 * n + 99
        assert as_int(limbs, a) == n
    assert len(str(n)) == 74 and as_int(limbs, a) == n      # 54 cards make 72 digits


def test_products_remainders_and_order_agree_with_whole_numbers(limbs):
    chance = random.Random("limbs")
    most = 1 << limbs.LIMB_BITS * limbs.LIMBS
    product = limbs.limbs_from_int(0)
    for _ in range(300):
        x, y = (chance.getrandbits(chance.randrange(1, 200)) for _ in range(2))
        a, b = as_limbs(limbs, x), as_limbs(limbs, y)
        assert bool(limbs.multiply_limbs(a, b, product)) == (x * y < most)
        assert x * y >= most or as_int(limbs, product) == x * y
        assert limbs.compare_limbs(a, b) == (x > y) - (x < y)
        d = chance.randrange(1, 1 << 31)
        assert limbs.limbs_remainder(a, d) == x % d


@pytest.mark.parametrize("pure", VARIANTS, ids=["compiled", "pure"])
def test_the_prime_tests_agree_with_proofs(pure):
    limbs = load_variant(pure)
    chance = random.Random("primes")
    numbers = list(range(1200)) + PSEUDOPRIMES
    for digits in range(5, 73, 17 if pure else 1):
        first, second = (next_prime(chance.randrange(10**(digits - 1), 10**digits)) for _ in range(2))
        numbers += [first, first + 2]
        if digits < 36:
            numbers += [first * first, first * second]
    for n in numbers:
        assert bool(limbs.passes_prime_tests(as_limbs(limbs, n))) == bool(fmpz(n).is_prime()), n
    primes = [n for n in range(100) if fmpz(n).is_prime()]
    assert [n for n in range(100) if limbs.is_prime(as_limbs(limbs, n))] == primes


def test_jacobi_symbols_are_those_of_eulers_criterion(limbs):
    """Over a prime p the symbol of d is d to the power of (p - 1) / 2, over a product that of both factors."""
    chance = random.Random("jacobi")

    def by_power(d, p):
        power = pow(d, (p - 1) // 2, p)
        return -1 if power == p - 1 else power
    found = set()
    for _ in range(120):
        p, q = (next_prime(chance.randrange(10**3, 10**chance.randrange(4, 20))) for _ in range(2))
        d = chance.choice((1, -1)) * chance.randrange(3, 200, 2)
        assert limbs.jacobi_symbol(d, as_limbs(limbs, p)) == by_power(d, p), (d, p)
        assert limbs.jacobi_symbol(d, as_limbs(limbs, p * q)) == by_power(d, p) * by_power(d, q), (d, p, q)
        found.add(by_power(d, p))
    assert found == {1, -1} and limbs.jacobi_symbol(-33, as_limbs(limbs, 11 * 1009)) == 0


def next_prime(n):
    while not fmpz(n).is_probable_prime():
        n += 1
    return n
