"""Small sets and small bags in one int64.

A set: bit i is member i.  A bag: how many of each kind, three bits a kind, at most 20 kinds of at most 7.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from .chance import wrapping_mul
from .deprecated import forward_old_names
from .kernel import compile_rules

KIND_MASK = 7               # one kind's three bits

# Any six bits in a row of this number stand there only once (a de Bruijn sequence), so those that a single bit shifts
# to the top name it (Leiserson, Prokop, Randall: "Using de Bruijn sequences to index a 1 in a computer word", 1998).
DE_BRUIJN = 0x03F79D71B4CB0A89
BIT_INDEX = np.zeros(64, np.int64)
for _place in range(64):
    BIT_INDEX[wrapping_mul(np.int64(1) << _place, DE_BRUIJN) >> 58 & 63] = _place


def has_member(members, member):
    """Tell whether a set has a member."""
    return members >> member & 1 == 1


def add_member(members, member):
    """Return a set with a member added."""
    return members | 1 << member


def remove_member(members, member):
    """Return a set with a member removed."""
    return members & ~(1 << member)


def set_size(members):
    """Return the number of members of a set."""
    n = 0
    while members:
        members &= members - 1
        n += 1
    return n


def lowest_member(members):
    """Return the lowest member of a set, which must not be empty."""
    return BIT_INDEX[wrapping_mul(members & -members, DE_BRUIJN) >> 58 & 63]


def nth_member(members, n):
    """Return the member of a set with `n` lower members below it."""
    for _ in range(n):
        members &= members - 1
    return lowest_member(members)


def count_kind(bag, kind):
    """Return how many items of a kind a bag holds."""
    return bag >> 3 * kind & KIND_MASK


def add_to_bag(bag, kind, n):
    """Return a bag with `n` more items of a kind, or fewer where n is negative.

    The caller keeps the count of the kind within 0 to 7.
    """
    return bag + (n << 3 * kind)


def bag_size(bag):
    """Return the number of items in a bag."""
    n = 0
    while bag:
        n += bag & KIND_MASK
        bag >>= 3
    return n


def write_bag(bag, out, n):
    """Write the kinds of a bag's items to `out` from place n on, lowest first; return the place after them."""
    kind = 0
    while bag:
        for _ in range(bag & KIND_MASK):
            out[n] = kind
            n += 1
        bag >>= 3
        kind += 1
    return n


compile_rules(globals())

__getattr__ = forward_old_names(__name__, {"has": "has_member", "with_one": "add_member", "without": "remove_member"})
