"""What a set that is laid, extended, or held for one, exercised: its factors, or its primes."""

from collections.abc import Iterator

from ...core.practice_item import PracticeItem
from ...decks.primepak.cards import VALUE, WILD
from ...decks.primepak.factoring_explanations import list_practised_sets
from .actions import operand_of, verb_of
from .labels import shown_kinds
from .state import State, Verb
from .tables import CARDS, COUNT, FIRST_RUN, PAIRS


def practice_items(before: State, seat: int, action: int, after: State) -> Iterator[PracticeItem]:
    """Yield the factors of a set, the primes of a run, or cards that were shown as a set."""
    verb = verb_of(action)
    if verb in (Verb.LAY, Verb.TAKE):
        yield from list_practised_cards(operand_of(action))
    elif verb in (Verb.EXTEND, Verb.ONTO):
        yield from list_practised_cards(*map(int, PAIRS[operand_of(action)][::-1]))
    elif verb == Verb.SHOW:
        yield from list_practised_sets([int(kind) for kind in shown_kinds(action)])


def list_practised_cards(row: int, smaller: int | None = None) -> Iterator[PracticeItem]:
    """Yield what a set exercises, by its number; of a run that has grown, the primes that are new in it."""
    kinds = kinds_of(row)
    if row < FIRST_RUN:
        yield from list_practised_sets(kinds)
        return
    for kind in kinds:
        if kind != WILD and (smaller is None or kind not in kinds_of(smaller)):
            prime = int(VALUE[kind])
            yield PracticeItem("prime", prime, str(prime), True)


def kinds_of(row: int) -> list[int]:
    """Return the kinds of the cards of a set."""
    return [int(CARDS[row, i]) for i in range(COUNT[row])]
