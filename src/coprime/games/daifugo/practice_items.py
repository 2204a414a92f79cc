"""What a play that follows another practises: which cards are stronger."""

from collections.abc import Iterator

from ...core.practice_item import PracticeItem
from . import rules
from .actions import bag_size, cards_of
from .labels import JOKER_NAME, list_play_cards
from .state import State, Verb, Violation


def practice_items(before: State, seat: int, action: int, after: State) -> Iterator[PracticeItem]:
    """Yield the comparison of a play with what lay there; `9 < K` in the order that holds at that moment."""
    if before.meld and rules.verb_of(action) == Verb.PLAY:
        right = rules.violation(before, seat, action) == Violation.NONE
        text = f"{ranks_text(before.meld)} {'<' if right else '≮'} {ranks_text(action)}"
        yield PracticeItem("order", int(bag_size(cards_of(action))), text, right)


def ranks_text(action: int) -> str:
    """Return the ranks of a play as they lie, a joker by its name: `9 9`."""
    names = (name.partition("=")[0] for _, name in list_play_cards(int(action)))
    return " ".join(name if name == JOKER_NAME else name[:-1] for name in names)
