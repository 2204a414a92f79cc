"""What a pick-up exercised: whether cards are a factor set."""

from collections.abc import Iterator

from ...core.practice_items import PracticeItem
from ...decks.primepak.explain import practised_sets
from .phrases import kinds_of
from .state import State, is_pick


def practice_items(before: State, seat: int, action: int, after: State) -> Iterator[PracticeItem]:
    """The cards of a pick-up, the product first."""
    if is_pick(action):
        yield from practised_sets(kinds_of(before, action))
