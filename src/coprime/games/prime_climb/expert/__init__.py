"""The expert bot of Prime Climb.

Two players without cards: exact play where a table is stored.  Two players with cards: whole turns valued by a trained
network.  Everything else: the generic search.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

from ..game import GAME


def is_ready() -> bool:
    """Return whether everything a choice may need is compiled."""
    return bool(strong_search().ready(registered_game()) and card_master().ready())


def warm() -> None:
    """Compile what a choice may need, and keep the machine code."""
    strong_search().warm(registered_game())
    card_master().warm()


def check_weights(file: Path) -> None:
    """Check that a file has weights to play by.  Raises OSError and ValueError."""
    card_master().load_net(file)


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None,
           weights: Path | None = None) -> int:
    """Return the best action known: by the network, by a stored exact table, else by the search.

    weights  of the network: another file than the one that is shipped
    """
    if card_master().is_trained_for(view):
        return int(card_master().choose(view, seat, ms, iterations, weights))
    from .. import tablebase_play  # not at the top: this package is imported with its compiled modules, too

    table = tablebase_play.find_table(view)
    if table is None:
        return int(strong_search().choose(registered_game(), view, seat, seed, ms, iterations))
    return tablebase_play.best_turn(table, view, seat)[0]


# Compiled modules: imported late, because this package is loaded as pure Python, and so are its top-level imports.

def card_master() -> Any:
    """Return the compiled module that plays with cards."""
    return import_module("coprime.games.prime_climb.expert.player")


def strong_search() -> Any:
    """Return the compiled generic search."""
    return import_module("coprime.search.search_bot")


def registered_game() -> Any:
    """Return the game as registered, with compiled rules.

    This file is loaded as pure Python, and what it imports at the top is, too; hence the three late imports.
    """
    return import_module("coprime.core.registry").find_game(GAME.name)
