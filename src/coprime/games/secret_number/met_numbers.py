"""The numbers of a result that is covered: a product with its factors, or a prime that a sum makes."""

from collections.abc import Iterator

from ...core.met_numbers import MetNumber, factor_numbers, is_prime_number
from . import rules
from .display_card_results import PLACES
from .phrases import order_numbers
from .state import Verb

TIMES, BY = 2, 3            # operations


def met_numbers(before: rules.State, actor: int, action: int, after: rules.State, seat: int) -> Iterator[MetNumber]:
    """Yield what a seat made of its two numbers, and the primes among these."""
    if actor != seat or rules.verb_of(action) != Verb.COVER:
        return
    result, operation = int(PLACES[rules.place_of(action)]), int(rules.operation_of(action))
    one, other = order_numbers(int(before.low[seat]), int(before.high[seat]), operation)
    if operation in (TIMES, BY):
        product, factors = (result, (one, other)) if operation == TIMES else (one, (other, result))
        if min(factors) > 1:
            yield from factor_numbers(product, factors)
            return
    yield from (MetNumber(number) for number in sorted({result, one, other}) if is_prime_number(number))
