"""Small sets and small bags in one int64.

A set: bit i is member i.  A bag: how many of each kind, three bits a kind, at most 20 kinds of at most 7.
"""

import numpy as np

from .chance import times
from .deprecated import forward_old_names
from .kernel import compile_rules

FIELD = 7               # one kind's three bits

# Any six bits in a row of this number stand there only once (a de Bruijn sequence), so those that a single bit shifts
# to the top name it (Leiserson, Prokop, Randall: "Using de Bruijn sequences to index a 1 in a computer word", 1998).
SEQUENCE = 0x03F79D71B4CB0A89
PLACES = np.zeros(64, np.int64)
for _place in range(64):
    PLACES[times(np.int64(1) << _place, SEQUENCE) >> 58 & 63] = _place


def has_member(members, one):
    return members >> one & 1 == 1


def with_one(members, one):
    return members | 1 << one


def without(members, one):
    return members & ~(1 << one)


def set_size(members):
    n = 0
    while members:
        members &= members - 1
        n += 1
    return n


def lowest_member(members):
    """The lowest member of a set that is not empty."""
    return PLACES[times(members & -members, SEQUENCE) >> 58 & 63]


def nth_member(members, n):
    """The member that has `n` smaller ones before it."""
    for _ in range(n):
        members &= members - 1
    return lowest_member(members)


def count_kind(bag, kind):
    """How many of a kind a bag holds."""
    return bag >> 3 * kind & FIELD


def add_to_bag(bag, kind, n):
    """The bag with `n` more (or fewer) of a kind.  The caller keeps the count within 0 to 7."""
    return bag + (n << 3 * kind)


def bag_size(bag):
    """How many things a bag holds."""
    n = 0
    while bag:
        n += bag & FIELD
        bag >>= 3
    return n


compile_rules(globals())


__getattr__ = forward_old_names(__name__, {"has": "has_member"})
