"""Random numbers and shuffles from one recorded number, the same on every machine, compiled or not.

SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014): a counter
and a mixing function that is not linear, on 64-bit words kept here as int64.  Bounded numbers are drawn
without bias (Lemire, "Fast random integer generation in an interval", 2019).
"""

import numpy as np

from .kernel import PURE, compile_rules

GAMMA = -0x61C8864680B583EB             # 0x9E3779B97F4A7C15 as int64
FIRST = -0x40A7B892E31B1A47             # 0xBF58476D1CE4E5B9
SECOND = -0x6B2FB644ECCEEE15            # 0x94D049BB133111EB
SEED_BITS = 62                          # seeds are 0 to 2**62 - 1


if PURE:
    def plus(x, y):
        """x + y modulo 2**64, as int64."""
        return (int(x) + int(y) + 2**63) % 2**64 - 2**63

    def times(x, y):
        """x * y modulo 2**64, as int64."""
        return (int(x) * int(y) + 2**63) % 2**64 - 2**63
else:
    # Unsigned: of an int64 that overflows LLVM may suppose whatever it likes, and does.
    def plus(x, y):
        """x + y modulo 2**64, as int64."""
        return np.int64(np.uint64(x) + np.uint64(y))

    def times(x, y):
        """x * y modulo 2**64, as int64."""
        return np.int64(np.uint64(x) * np.uint64(y))


def advance(x):
    """The generator's next state."""
    return plus(x, GAMMA)


def mix(x):
    """The 64 output bits of a state, as int64."""
    x = times(x ^ (x >> 30 & 0x3FFFFFFFF), FIRST)
    x = times(x ^ (x >> 27 & 0x1FFFFFFFFF), SECOND)
    return x ^ (x >> 31 & 0x1FFFFFFFF)


def below(x, n):
    """A random number of 0 to n - 1 (n at most 2**31), and the generator's next state."""
    x = advance(x)
    product = (mix(x) >> 32 & 0xFFFFFFFF) * n
    if product & 0xFFFFFFFF < n:
        least = (0x100000000 - n) % n
        while product & 0xFFFFFFFF < least:
            x = advance(x)
            product = (mix(x) >> 32 & 0xFFFFFFFF) * n
    return product >> 32, x


def seed_from(x):
    """A seed for one shuffle from a generator's state, and the generator's next state."""
    x = advance(x)
    return mix(x) & 0x3FFFFFFFFFFFFFFF, x


def shuffle(things, first, last, x):
    """Put things[first:last] in random order (Fisher-Yates); return the generator's next state."""
    for i in range(last - 1, first, -1):
        j, x = below(x, i - first + 1)
        j += first
        things[i], things[j] = things[j], things[i]
    return x


def digest(row, x):
    """A number that names a row of int64 and x."""
    a, b = times(x, GAMMA), x
    for i in range(0, len(row) - 1, 2):
        a = times(a ^ row[i], GAMMA)
        b = times(b ^ row[i + 1], GAMMA)
        a ^= a >> 29 & 0x7FFFFFFFF
        b ^= b >> 29 & 0x7FFFFFFFF
    if len(row) % 2:
        a = times(a ^ row[-1], GAMMA)
    return a ^ times(b, GAMMA)


compile_rules(globals())
