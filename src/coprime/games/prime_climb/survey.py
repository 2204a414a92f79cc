"""What a designer asks about Prime Climb: what a card is worth that is drawn."""

from collections.abc import Iterator

from ...core.seats import CHANCE
from .phrases import card
from .state import State
from .turn import Phase


def came(before: State, seat: int, action: int, after: State) -> Iterator[tuple[int, str]]:
    """Cards that come to seats: (seat, name)."""
    if seat == CHANCE and before.phase == Phase.DRAW:
        yield int(before.turn), card(after, action)["title"]
