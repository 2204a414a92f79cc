"""List what factors were exercised by sets: completed in the hand, laid off, or shown by going out."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from ...core.practice_item import PracticeItem
from ...decks.primepak.factor_set_catalogue import SETS
from ...decks.primepak.factoring_explanations import list_practised_sets
from . import rules
from .hand_grouping import best_grouping
from .state import State, Verb


def practice_items(before: State, seat: int, action: int, after: State) -> Iterator[PracticeItem]:
    """Yield what each set exercised that a seat completed, laid off, or showed by going out."""
    verb, rows = rules.verb_of(action), list[int]()
    if verb in (Verb.DRAW, Verb.TAKE):
        rows = list_completed_sets(before, seat, after)
    elif verb == Verb.LAY:
        rows = [int(rules.number_of(action))]
    elif verb == Verb.OUT and after.out == seat:
        hand, discard = before.hand[seat].copy(), int(rules.number_of(action)) - 1
        if discard >= 0:
            hand[discard] -= 1
        rows = best_grouping(hand).rows
    for row in rows:
        yield from list_practised_sets([int(kind) for kind in SETS[row] if kind >= 0])


def list_completed_sets(before: State, seat: int, after: State) -> list[int]:
    """Return the sets of a hand, by their rows, that the card which has come completes."""
    come = np.flatnonzero(after.hand[seat] > before.hand[seat])
    if len(come) != 1:                              # a reshuffle is between the draw and its card
        return []
    new = Counter(best_grouping(after.hand[seat]).rows) - Counter(best_grouping(before.hand[seat]).rows)
    return [row for row in new.elements() if come[0] in SETS[row]]
