"""What a set that is laid, or held for one, exercised: its factors."""

from collections.abc import Iterator

from ...core.practice_items import PracticeItem
from ...decks.primepak.explain import practised_sets
from .actions import operand_of, verb_of
from .labels import shown_kinds
from .state import State, Verb
from .tables import CARDS, COUNT, RUN


def practice_items(before: State, seat: int, action: int, after: State) -> Iterator[PracticeItem]:
    """A factor set, or cards that were shown as one; runs of primes are not looked at."""
    verb = verb_of(action)
    if verb in (Verb.LAY, Verb.TAKE) and operand_of(action) < RUN:
        row = operand_of(action)
        yield from practised_sets([int(CARDS[row, i]) for i in range(COUNT[row])])
    elif verb == Verb.SHOW:
        yield from practised_sets([int(kind) for kind in shown_kinds(action)])
