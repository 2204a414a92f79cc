"""The number of a play, which the judge has called prime or not."""

from collections.abc import Iterator

from ...core.met_numbers import MetNumber, make_met_number
from . import rules
from .state import State, Verb
from .tables import PRIME


def met_numbers(before: State, actor: int, action: int, after: State, seat: int) -> Iterator[MetNumber]:
    """Yield the number that a seat played as a prime."""
    if actor == seat and rules.verb_of(action) == Verb.PLAY:
        number = int(rules.number_of(action))
        yield make_met_number(number, is_right=bool(PRIME[number]))
