"""What a set that is taken exercised: its factors."""

from collections.abc import Iterator

from ...core.practice_item import PracticeItem
from ...decks.primepak.factoring_explanations import list_practised_sets
from .actions import Verb, verb_of
from .phrases import catalogue_row_of_action, set_kinds
from .state import State


def practice_items(before: State, seat: int, action: int, after: State) -> Iterator[PracticeItem]:
    """The set."""
    if verb_of(action) == Verb.TAKE:
        yield from list_practised_sets(set_kinds(catalogue_row_of_action(before, action)))
