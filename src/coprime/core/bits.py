"""Small sets and small bags in one int64.

A set: bit i is member i.  A bag: how many of each kind, three bits a kind, at most 20 kinds of at most 7.
"""

from .kernel import compile_rules

FIELD = 7               # one kind's three bits


def has(members, one):
    return members >> one & 1 == 1


def with_one(members, one):
    return members | 1 << one


def without(members, one):
    return members & ~(1 << one)


def size_of(members):
    n = 0
    while members:
        members &= members - 1
        n += 1
    return n


def lowest(members):
    """The lowest member of a set that is not empty."""
    one = 0
    while members & 0xFF == 0:
        members >>= 8
        one += 8
    while members & 1 == 0:
        members >>= 1
        one += 1
    return one


def nth(members, n):
    """The member that has `n` smaller ones before it."""
    for _ in range(n):
        members &= members - 1
    return lowest(members)


def held(bag, kind):
    """How many of a kind a bag holds."""
    return bag >> 3 * kind & FIELD


def added(bag, kind, n):
    """The bag with `n` more (or fewer) of a kind.  The caller keeps the count within 0 to 7."""
    return bag + (n << 3 * kind)


def count_of(bag):
    """How many things a bag holds."""
    n = 0
    while bag:
        n += bag & FIELD
        bag >>= 3
    return n


compile_rules(globals())
