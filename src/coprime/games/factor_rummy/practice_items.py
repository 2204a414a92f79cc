"""List what factors were exercised by sets that are laid, or shown by going out."""

from collections.abc import Iterator

from ...core.practice_items import PracticeItem
from ...decks.primepak.catalogue import SETS
from ...decks.primepak.explain import practised_sets
from . import rules
from .groups import best_grouping
from .state import State, Verb


def practice_items(before: State, seat: int, action: int, after: State) -> Iterator[PracticeItem]:
    """Yield what each set exercised that a seat laid off, or showed by going out."""
    verb, rows = rules.verb_of(action), list[int]()
    if verb == Verb.LAY:
        rows = [int(rules.number_of(action))]
    elif verb == Verb.OUT and after.out == seat:
        hand, discard = before.hand[seat].copy(), int(rules.number_of(action)) - 1
        if discard >= 0:
            hand[discard] -= 1
        rows = best_grouping(hand).rows
    for row in rows:
        yield from practised_sets([int(kind) for kind in SETS[row] if kind >= 0])
