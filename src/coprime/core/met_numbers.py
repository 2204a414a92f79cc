"""The type of a number that somebody met in a match, for the numbers that a device remembers ("My numbers").

Games yield these in `met_numbers.py`; a line of the log carries them to the seat that met them, and to nobody else.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .numbers import prime_factors
from .seats import CHANCE, WATCHER

SMALLEST, LARGEST = 2, 2**53        # JavaScript holds no larger integer exactly
MOST_MET_NUMBERS = 12               # of one action


class MetNumber(NamedTuple):
    """A number that a seat met.

    sign  "+": taken rightly for what it is, a prime or a product;  "-": taken wrongly;  "": met, not judged
    """

    number: int
    sign: str = ""


def make_met_number(number: int, is_right: bool) -> MetNumber:
    """Return a number that somebody took for a prime or a product, rightly or wrongly."""
    return MetNumber(int(number), "+" if is_right else "-")


def factor_numbers(product: int, factors: Iterable[int]) -> Iterator[MetNumber]:
    """Yield a product that somebody made, and the primes among its factors."""
    yield make_met_number(product, is_right=True)
    for factor in sorted(set(map(int, factors))):
        if is_prime_number(factor):
            yield make_met_number(factor, is_right=True)


def is_prime_number(number: int) -> bool:
    """Return whether a whole number is prime."""

    return number >= SMALLEST and len(prime_factors(number)) == 1


def list_event_numbers(game: Any, before: Any, actor: int, action: int, after: Any,
                     seat: int) -> list[tuple[int, str]]:
    """Return what a seat met in an event, as a line of its log carries it; empty for spectators.

    before, after  the seat's views, so that nothing hidden can get into it
    """
    if game.met_numbers is None or seat >= WATCHER or actor == CHANCE:
        return []
    found = game.met_numbers.met_numbers(before, actor, action, after, seat)
    return [(one.number, one.sign) for one in found if SMALLEST <= one.number < LARGEST][:MOST_MET_NUMBERS]
