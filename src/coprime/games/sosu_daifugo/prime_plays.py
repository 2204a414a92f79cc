"""All primes of few cards by sets of cards: for trainers, which ask for every prime of a set.

They are rows of the table of prime_orders.py.  A set of cards is a bag (core.bits); the joker is left out, since as any
card it makes the same numbers.
"""

from collections import defaultdict
from functools import cache

from ...core.bits import add_to_bag
from .prime_orders import FIRST_ROWS, ORDERS

COPIES = 4                  # of each rank


@cache
def prime_orders_by_bag(n: int) -> dict[int, tuple[tuple[int, ...], ...]]:
    """Return, for each set of n cards that makes a prime, the orders that do, the largest number first.

    n is 1 to MAX_LISTED_CARDS; the keys are bags, an order is a tuple of ranks.
    """
    found: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for row in reversed(ORDERS[FIRST_ROWS[n]:FIRST_ROWS[n + 1], :n].tolist()):              # by falling primes
        if 0 not in row and max(map(row.count, row)) <= COPIES:
            bag = 0
            for rank in row:
                bag = add_to_bag(bag, rank, 1)
            found[bag].append(tuple(row))
    return {bag: tuple(orders) for bag, orders in found.items()}
