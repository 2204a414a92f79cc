"""The strongest player.  For two without cards it plays exactly, where a table is kept; for two with cards it looks at
whole turns with a network that has learnt; everything else it searches."""

from importlib import import_module
from typing import Any

from . import perfect
from .game import GAME


def is_ready() -> bool:
    """Is everything there that a choice may need?"""
    return bool(searching().ready(house()) and turning().ready())


def warm() -> None:
    """Make it."""
    searching().warm(house())
    turning().warm()


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None) -> int:
    """The action of a seat: the best there is without cards, from whatever table is kept; else what it has learnt, or
    the search's where it has not."""
    if turning().knows(view):
        return int(turning().choose(view, seat, ms, iterations))
    table = perfect.table_of(view)
    if table is None:
        return int(searching().choose(house(), view, seat, seed, ms, iterations))
    return perfect.best_turn(table, view, seat)[0]


# The house's own, compiled: rooms of a game are loaded as plain twins, and what they import with them.

def turning() -> Any:
    """What plays with cards."""
    return import_module("coprime.games.prime_climb.master_search")


def searching() -> Any:
    """The generic search."""
    return import_module("coprime.search.strong")


def house() -> Any:
    """The game as the house has it."""
    return import_module("coprime.core.registry").find_game(GAME.name)
