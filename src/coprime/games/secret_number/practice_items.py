"""What a choice exercised: a sum of one's two numbers, and in the end what was concluded."""

from collections.abc import Iterator

from ...core.practice_items import PracticeItem
from . import rules
from .phrases import equation
from .state import Verb
from .tables import PLACES


def practice_items(before: rules.State, seat: int, action: int, after: rules.State) -> Iterator[PracticeItem]:
    """The sum that makes the result which is covered."""
    if rules.verb_of(action) == Verb.COVER:
        text = equation(before.low[seat], before.high[seat], rules.operation_of(action))
        yield PracticeItem("sum", PLACES[rules.place_of(action)], text, True)
