"""What a pick-up practises: whether cards are a factor set."""

from collections.abc import Iterator

from ...core.practice_item import PracticeItem
from ...decks.primepak.factoring_explanations import list_practised_sets
from .phrases import list_picked_kinds
from .state import State, is_pick


def practice_items(before: State, seat: int, action: int, after: State) -> Iterator[PracticeItem]:
    """Yield the practice items of a pick-up's cards, the product first."""
    if is_pick(action):
        yield from list_practised_sets(list_picked_kinds(before, action))
