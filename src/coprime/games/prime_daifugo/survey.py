"""What a designer asks about Prime Daifugo: what a card of the first hand is worth."""

from collections.abc import Iterator

from ...core.bits import held
from .labels import NAMES
from .state import Phase, State
from .tables import KINDS

OPTIONS = {"games_to_win": 1}       # a match is one game, so a hand is of the whole match


def came(before: State, seat: int, action: int, after: State) -> Iterator[tuple[int, str]]:
    """Cards that come to seats: (seat, name)."""
    if before.phase == Phase.DEAL:
        for one in range(after.seats):
            yield from ((one, NAMES[kind]) for kind in range(KINDS) if held(after.hand[one], kind))
