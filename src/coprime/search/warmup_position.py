"""What every kind of search does first: it is compiled once for all processes, on the first question of a game."""

import random
from collections.abc import Callable
from typing import Any

from ..core.game import Game
from ..core.kernel import cache_root
from ..core.lock import hold_folder_lock
from ..core.match import Match
from ..core.seats import CHANCE


def warmup_position(name: str, ready: Callable[[], bool], make: Callable[[], None]) -> None:
    """Make what is not ready.  Whoever comes while another process is at it waits, and uses what that one has kept.

    name  of the lock in the folder of compiled code, beside what is made
    """
    if ready():
        return
    with hold_folder_lock(cache_root() / name):
        if not ready():
            make()


def first_question(game: Game) -> tuple[Any, int]:
    """The view at the first position of a game where a seat acts, at a full table, and that seat."""
    match = Match(game, game.seats[1], None, game.pure_rules)
    while match.to_act()[0] >= CHANCE:
        match.settle(random.Random(1).getrandbits)
    seat = match.to_act()[0]
    return match.view(seat), seat
