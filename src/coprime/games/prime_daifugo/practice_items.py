"""What a play practises: whether a number is prime."""

from collections.abc import Iterator

from ...core.numbers import prime_factors
from ...core.practice_item import PracticeItem
from . import rules
from .state import State, Verb
from .tables import PRIME


def practice_items(before: State, seat: int, action: int, after: State) -> Iterator[PracticeItem]:
    """Yield the number of a play as a practice item; 1 has no factors and is not prime."""
    if rules.verb_of(action) != Verb.PLAY:
        return
    number = int(rules.number_of(action))
    parts = prime_factors(number) if number > 1 else [number]
    text = f"{number} = {' × '.join(map(str, parts))}" if len(parts) > 1 else str(number)
    yield PracticeItem("prime", number, text, bool(PRIME[number]))
