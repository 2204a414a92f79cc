"""The numbers of a set that is taken."""

from collections.abc import Iterator

from ...core.met_numbers import MetNumber
from ...decks.primepak.met_numbers import met_numbers_of_set
from .actions import Verb, verb_of
from .phrases import catalogue_row_of_action
from .state import State


def met_numbers(before: State, actor: int, action: int, after: State, seat: int) -> Iterator[MetNumber]:
    """Yield the numbers of a set."""
    if actor == seat and verb_of(action) == Verb.TAKE:
        yield from met_numbers_of_set(catalogue_row_of_action(before, action))
