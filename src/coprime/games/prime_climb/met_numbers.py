"""The numbers of a pawn's way: products and their factors, and the prime spaces that it lands on."""

from collections.abc import Iterator

from ...core.met_numbers import MetNumber, factor_numbers, is_prime_number
from .actions import Verb, number_of, pawn_of, verb_of
from .board import target_space
from .state import State


def met_numbers(before: State, actor: int, action: int, after: State, seat: int) -> Iterator[MetNumber]:
    """Yield the product of a multiplication or division with its primes; else the prime space of a sum."""
    verb = verb_of(action)
    if actor != seat or verb > Verb.KEEPER_SUBTRACT:
        return
    space, number = int(before.pawn[2 * seat + pawn_of(action)]), int(number_of(action))
    target = int(target_space(space, verb, number))
    if verb in (Verb.MULTIPLY, Verb.DIVIDE):
        product, factors = (target, (space, number)) if verb == Verb.MULTIPLY else (space, (target, number))
        if min(factors) > 1:
            yield from factor_numbers(product, factors)
    elif is_prime_number(target):
        yield MetNumber(target)
