"""What every kind of search shares: compiling once for all processes, on the first decision of a game."""

import random
from collections.abc import Callable
from typing import Any

from ..core.folder_lock import hold_folder_lock
from ..core.game import Game
from ..core.kernel import cache_root
from ..core.match import Match
from ..core.seats import CHANCE


def build_once(name: str, is_ready: Callable[[], bool], build: Callable[[], None]) -> None:
    """Build what is not ready, once for all processes; others wait and use the saved result.

    name  of the lock in the folder of compiled code
    """
    if is_ready():
        return
    with hold_folder_lock(cache_root() / name):
        if not is_ready():
            build()


def first_decision(game: Game) -> tuple[Any, int]:
    """Return the view and the seat at the first decision of a game with all seats taken."""
    match = Match(game, game.seats[1], None, game.pure_rules)
    while match.to_act()[0] >= CHANCE:
        match.settle(random.Random(1).getrandbits)
    seat = match.to_act()[0]
    return match.view(seat), seat
