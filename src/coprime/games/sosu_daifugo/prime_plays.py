"""All primes of few cards: the store from which bots, hints and trainers of the original Prime Daifugo choose.

A set of cards is a bag (core.bits); the joker is left out, since as any card it makes the same numbers.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement

from flint import fmpz

from .tables import KINDS

COPIES = 4                  # of each rank
MAX_CARDS = 4               # so many cards are looked up; more are searched


@cache
def list_prime_plays(n: int) -> dict[int, tuple[tuple[int, ...], ...]]:
    """Return, for each set of n cards that makes a prime, the orders that do, the largest number first.

    n is 1 to MAX_CARDS; the keys are bags, an order is a tuple of ranks.
    """
    found: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for ranks in combinations_with_replacement(range(1, KINDS), n):
        if max(ranks.count(rank) for rank in ranks) <= COPIES:
            bag = sum(1 << 3 * rank for rank in ranks)
            for order in distinct_orders(ranks):
                if fmpz(number_of_ranks(order)).is_prime():
                    found[bag].append(order)
    return {bag: tuple(sorted(orders, key=number_of_ranks, reverse=True)) for bag, orders in found.items()}


def number_of_ranks(ranks: Sequence[int]) -> int:
    """Return the number that cards make side by side (SD-8)."""
    return int("".join(map(str, ranks)))


def distinct_orders(ranks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield each order of some cards once."""
    if not ranks:
        yield ()
    for rank in sorted(set(ranks)):
        rest = list(ranks)
        rest.remove(rank)
        for order in distinct_orders(rest):
            yield rank, *order
