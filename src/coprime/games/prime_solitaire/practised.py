"""What a set that is taken exercised: its factors."""

from collections.abc import Iterator

from ...core.practice_items import PracticeItem
from ...decks.primepak.explain import sets_practised
from .actions import Verb, verb_of
from .phrases import kinds_of, row_of
from .state import State


def practised(before: State, seat: int, action: int, after: State) -> Iterator[PracticeItem]:
    """The set."""
    if verb_of(action) == Verb.TAKE:
        yield from sets_practised(kinds_of(row_of(before, action)))
