"""List what a choice exercised: a sum of one's two numbers."""

from collections.abc import Iterator

from ...core.practice_item import PracticeItem
from . import rules
from .display_card_results import PLACES
from .phrases import equation_text
from .state import Verb


def practice_items(before: rules.State, seat: int, action: int, after: rules.State) -> Iterator[PracticeItem]:
    """Yield the sum that makes the result which is covered."""
    if rules.verb_of(action) == Verb.COVER:
        text = equation_text(before.low[seat], before.high[seat], rules.operation_of(action))
        yield PracticeItem("sum", PLACES[rules.place_of(action)], text, True)
