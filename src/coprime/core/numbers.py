"""Primes and factors of small numbers, in Python alone: whoever imports this needs no compiler."""

from functools import lru_cache

MOST_CACHED = 4096            # numbers whose factors are remembered


def smallest_factor(n: int) -> int:
    """Return the smallest prime factor of n >= 2; n itself when it is prime."""
    if n % 2 == 0:
        return 2
    d = 3
    while d * d <= n:
        if n % d == 0:
            return d
        d += 2
    return n


def is_prime(n: int) -> bool:
    """Tell whether n is a prime number."""
    return n >= 2 and smallest_factor(n) == n


def prime_factors(n: int) -> list[int]:
    """Return the prime factors of n >= 2 with multiplicity, smallest first: 12 gives [2, 2, 3]."""
    return list(_get_factors(int(n)))


@lru_cache(MOST_CACHED)
def _get_factors(n: int) -> tuple[int, ...]:
    found = []
    while n > 1:
        p = next((d for d in range(2, int(n**0.5) + 1) if n % d == 0), n)
        found.append(p)
        n //= p
    return tuple(found)
