"""The numbers of sets that are laid, or shown by going out."""

from collections.abc import Iterator

from ...core.met_numbers import MetNumber
from ...decks.primepak.met_numbers import met_numbers_of_set
from . import rules
from .hand_grouping import best_grouping
from .state import State, Verb


def met_numbers(before: State, actor: int, action: int, after: State, seat: int) -> Iterator[MetNumber]:
    """Yield the numbers of the sets that a seat laid, or showed by going out."""
    if actor != seat:
        return
    verb = rules.verb_of(action)
    if verb == Verb.LAY:
        yield from met_numbers_of_set(int(rules.number_of(action)))
    elif verb == Verb.OUT and after.out == seat:
        hand, discard = before.hand[seat].copy(), int(rules.number_of(action)) - 1
        if discard >= 0:
            hand[discard] -= 1
        for row in best_grouping(hand).rows:
            yield from met_numbers_of_set(int(row))
