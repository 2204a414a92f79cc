"""The master of Factor Rummy: a network for each kind of table that learns well (player.TABLES), else the search.

The networks have learnt from rounds against themselves, and are told what a hand comes to after each discard.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

from ..game import GAME
from ..state import Phase


def is_ready() -> bool:
    """Return whether a choice needs no compiling."""
    return bool(strong_search().ready(registered_game()) and load_learned_master().ready())


def warm() -> None:
    """Compile what a choice may need, and keep the machine code."""
    strong_search().warm(registered_game())
    load_learned_master().warm()


def check_weights(file: Path) -> None:
    """Check that a file has weights to play by.  Raises OSError and ValueError."""
    load_learned_master().load_nets(file)


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None,
           weights: Path | None = None) -> int:
    """Return the action of a seat.

    The same view always gets the same answer, whatever `seed`, `ms` and `iterations`; where there is no network
    it is the search's.

    weights  another file than the one that is shipped
    """
    if not load_learned_master().is_trained_for(view):
        return int(strong_search().choose(registered_game(), view, seat, seed, ms, iterations))
    if view.phase == Phase.LAYOFF:
        action, _ = GAME.bots.choose(view, seat, GAME.bots.LEVELS[-1], seed)    # the best grouping, set by set
        assert action is not None
        return action
    return int(load_learned_master().choose(view, seat, weights))


# Compiled modules: imported late, because this package is loaded as pure Python, and so are its top-level imports.

def load_learned_master() -> Any:
    """Import the player that has learnt, compiled."""
    return import_module("coprime.games.factor_rummy.expert.player")


def strong_search() -> Any:
    """Import the generic search, compiled."""
    return import_module("coprime.search.search_bot")


def registered_game() -> Any:
    """Return the game as compiled code knows it."""
    return import_module("coprime.core.registry").find_game(GAME.name)
