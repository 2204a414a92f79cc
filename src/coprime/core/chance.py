"""Random numbers and shuffles from one recorded number, the same on every machine, compiled or not.

SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014): a counter
and a mixing function that is not linear, on 64-bit words kept here as int64.  Bounded numbers are drawn
without bias (Lemire, "Fast random integer generation in an interval", 2019).
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from .deprecated import forward_old_names
from .kernel import PURE, compile_rules

GOLDEN_GAMMA = -0x61C8864680B583EB             # 0x9E3779B97F4A7C15 as int64
FIRST_MULTIPLIER = -0x40A7B892E31B1A47             # 0xBF58476D1CE4E5B9
SECOND_MULTIPLIER = -0x6B2FB644ECCEEE15            # 0x94D049BB133111EB
SEED_BITS = 62                          # seeds are 0 to 2**62 - 1
FRACTION_UNIT = 1 << 30                 # a random fraction is one of this many


if PURE:
    def wrapping_add(x, y):
        """Return x + y modulo 2**64, as int64."""
        return (int(x) + int(y) + 2**63) % 2**64 - 2**63

    def wrapping_mul(x, y):
        """Return x * y modulo 2**64, as int64."""
        return (int(x) * int(y) + 2**63) % 2**64 - 2**63
else:
    # Unsigned: of an int64 that overflows LLVM may suppose whatever it likes, and does.
    def wrapping_add(x, y):
        """x + y modulo 2**64, as int64."""
        return np.int64(np.uint64(x) + np.uint64(y))

    def wrapping_mul(x, y):
        """x * y modulo 2**64, as int64."""
        return np.int64(np.uint64(x) * np.uint64(y))


def next_state(x):
    """Return the generator state that follows x."""
    return wrapping_add(x, GOLDEN_GAMMA)


def mix(x):
    """Return the 64 output bits of a generator state, as int64."""
    x = wrapping_mul(x ^ (x >> 30 & 0x3FFFFFFFF), FIRST_MULTIPLIER)
    x = wrapping_mul(x ^ (x >> 27 & 0x1FFFFFFFFF), SECOND_MULTIPLIER)
    return x ^ (x >> 31 & 0x1FFFFFFFF)


def random_below(x, n):
    """Draw a random number from 0 to n - 1 (n at most 2**31); return it and the generator's next state."""
    x = next_state(x)
    product = (mix(x) >> 32 & 0xFFFFFFFF) * n
    if product & 0xFFFFFFFF < n:
        least = (0x100000000 - n) % n
        while product & 0xFFFFFFFF < least:
            x = next_state(x)
            product = (mix(x) >> 32 & 0xFFFFFFFF) * n
    return product >> 32, x


def random_fraction(x):
    """Draw a random number from 0 up to 1; return it and the generator's next state."""
    r, x = random_below(x, FRACTION_UNIT)
    return r / FRACTION_UNIT, x


def sample_index(weights, n, total, x):
    """Sample an index below n by weight; return it and the generator's next state."""
    at, x = random_fraction(x)
    at *= total
    for i in range(n - 1):
        at -= weights[i]
        if at < 0:
            return i, x
    return n - 1, x


def seed_from(x):
    """Draw a 62-bit seed for one shuffle; return it and the generator's next state."""
    x = next_state(x)
    return mix(x) & 0x3FFFFFFFFFFFFFFF, x


def shuffle(things, first, last, x):
    """Put things[first:last] in random order (Fisher-Yates); return the generator's next state."""
    for i in range(last - 1, first, -1):
        j, x = random_below(x, i - first + 1)
        j += first
        things[i], things[j] = things[j], things[i]
    return x


def digest_words(row, x):
    """Return a 64-bit hash of a row of int64, starting from x."""
    a, b = wrapping_mul(x, GOLDEN_GAMMA), x
    for i in range(0, len(row) - 1, 2):
        a = wrapping_mul(a ^ row[i], GOLDEN_GAMMA)
        b = wrapping_mul(b ^ row[i + 1], GOLDEN_GAMMA)
        a ^= a >> 29 & 0x7FFFFFFFF
        b ^= b >> 29 & 0x7FFFFFFFF
    if len(row) % 2:
        a = wrapping_mul(a ^ row[-1], GOLDEN_GAMMA)
    return a ^ wrapping_mul(b, GOLDEN_GAMMA)


__getattr__ = forward_old_names(__name__, {
    "below": "random_below", "advance": "next_state", "plus": "wrapping_add", "times": "wrapping_mul",
    "digest": "digest_words"})
compile_rules(globals())
