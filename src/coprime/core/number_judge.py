"""Judge whole numbers of up to a thousand digits: prime or not, and which factors are found.

FLINT (python-flint) computes; the verdict is the same on every machine, because nothing here depends on time.
`core/numbers.py` has what compiled rules need of small numbers.  Used by `coprime judge` and by programs.
"""

from dataclasses import dataclass
from functools import reduce
from operator import mul

MAX_DIGITS = 1000           # digits of a number that is judged: half a second at most
MAX_PROVEN_DIGITS = 100     # up to here a prime is proven (APR-CL); above it has passed the test of Baillie and PSW

# Digits up to which factors of so many bits are looked for (trial division, elliptic curves); None finds all of them.
FACTOR_BITS = ((40, None), (100, 40), (300, 30), (MAX_DIGITS, 20))


@dataclass(frozen=True)
class Judgement:
    """What is known of a number.

    number    the number, 0 or more
    prime     whether it is prime; 0 and 1 are not
    proven    whether `prime` is certain: False for a prime of more than 100 digits that has passed the test of
              Baillie, Pomerance, Selfridge and Wagstaff (Math. Comp. 35, 1980), which no composite is known to pass
    factors   the prime factors that were found, with multiplicity, smallest first; of a prime the number itself
    unfactored  the composite that is left of the number besides `factors`; 1 where nothing is left
    """
    number: int
    prime: bool
    proven: bool
    factors: tuple[int, ...]
    unfactored: int


def judge_number(n: int) -> Judgement:
    """Judge a number of 0 to 10^1000 - 1.  Raises ValueError beyond."""
    if not 0 <= n < 10**MAX_DIGITS:
        raise ValueError(f"a number of 0 to {MAX_DIGITS} digits is judged")
    if n < 2:
        return Judgement(n, False, True, (), 1)
    from flint import fmpz

    proves = n < 10**MAX_PROVEN_DIGITS
    if fmpz(n).is_prime() if proves else fmpz(n).is_probable_prime():
        return Judgement(n, True, proves, (n,), 1)
    factors = find_factors(n)
    return Judgement(n, False, True, factors, n // reduce(mul, factors, 1))


def find_factors(n: int) -> tuple[int, ...]:
    """Return the prime factors of n >= 2 that are found with the effort set for its size, smallest first."""
    from flint import fmpz

    bits = next(bits for digits, bits in FACTOR_BITS if n < 10**digits)
    found = fmpz(n).factor() if bits is None else fmpz(n).factor_smooth(bits)
    return tuple(sorted(int(p) for p, exponent in found for _ in range(exponent) if p.is_probable_prime()))
