"""The strongest player of Factor Rummy: for two, at level 3, it plays by a network that has learnt from rounds against
itself, and that is told what a hand comes to after each discard; everything else it searches."""

from importlib import import_module
from typing import Any

from . import bots
from .game import GAME
from .state import Phase


def is_ready() -> bool:
    """Is everything there that a choice may need?"""
    return bool(searching().ready(house()) and playing().ready())


def warm() -> None:
    """Make it."""
    searching().warm(house())
    playing().warm()


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None) -> int:
    """The action of a seat.

    For two the same view always gets the same answer, whatever `seed`, `ms` and `iterations`.  With more players, and
    at other levels than 3, it is the search's.
    """
    if not playing().knows(view):
        return int(searching().choose(house(), view, seat, seed, ms, iterations))
    if view.phase == Phase.LAYOFF:
        return bots.choose(view, seat, bots.LEVELS[-1], seed)[0]        # the best grouping there is, set by set
    return int(playing().choose(view, seat))


# The house's own, compiled: rooms of a game are loaded as plain twins, and what they import with them.

def playing() -> Any:
    """What plays for two."""
    return import_module("coprime.games.factor_rummy.master_play")


def searching() -> Any:
    """The generic search."""
    return import_module("coprime.search.strong")


def house() -> Any:
    """The game as the house has it."""
    return import_module("coprime.core.registry").find_game(GAME.name)
