"""The numbers that somebody meets by laying, taking or showing cards for a factor set."""

from collections.abc import Iterator, Sequence

from ...core.met_numbers import MetNumber, factor_numbers, make_met_number
from .cards import NUMBERS, WILD
from .factor_set_catalogue import SETS, WILD_PRIMES
from .factor_sets import NO_SET
from .factoring_explanations import find_row


def met_numbers_of_set(row: int) -> Iterator[MetNumber]:
    """Yield the answer of a set of the catalogue, and the primes among its multipliers, wilds included."""
    answer, *multipliers = [int(kind) for kind in SETS[row] if kind >= 0]
    factors = [NUMBERS[kind] for kind in multipliers if kind != WILD]
    yield from factor_numbers(NUMBERS[answer], [*factors, *(int(prime) for prime in WILD_PRIMES[row] if prime)])


def met_numbers_of_attempt(kinds: Sequence[int]) -> Iterator[MetNumber]:
    """Yield the numbers of cards that are a set; of others the largest, which was missed.

    Yields nothing for wilds alone.
    """
    row = find_row(kinds)
    if row != NO_SET:
        yield from met_numbers_of_set(row)
        return
    numbers = [NUMBERS[kind] for kind in kinds if kind != WILD]
    if numbers:
        yield make_met_number(max(numbers), is_right=False)
