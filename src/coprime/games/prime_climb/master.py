"""The strongest player: for two without cards it plays exactly, where a table is kept; else it searches."""

from typing import Any

from . import perfect
from .game import GAME


def ready() -> bool:
    """Is everything there that a choice may need?"""
    return searching().ready(house())


def warm() -> None:
    """Make it."""
    searching().warm(house())


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None) -> int:
    """The action of a seat: the best there is without cards, from whatever table is kept; else the search's."""
    table = perfect.table_of(view)
    if table is None:
        return int(searching().choose(house(), view, seat, seed, ms, iterations))
    return perfect.best_turn(table, view, seat)[0]


# The next weaker way.

def searching() -> Any:
    """The generic search, compiled: rooms of a game are loaded as plain twins, and what they import with them."""
    from coprime.search import strong

    return strong


def house() -> Any:
    """The game as the house has it, for the same reason."""
    from coprime.core.shelf import game

    return game(GAME.name)
