"""The master of Daifugo: the best play where every card is known, sure ways out where there are any, else a race of all
actions with a learnt policy.

Loads nothing that is compiled before it is asked for; what it needs can be kept as machine code (`warm`).
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from .state import Phase

GIFT = 3_000                # playouts of a gift at least: there are up to 78 to choose from, and it is chosen once


def _races() -> Any:
    """The house's own, also for the plain twin of this file: a race runs compiled wherever that can be had."""
    return import_module("coprime.search.races")


def _endings() -> Any:
    return import_module("coprime.search.endings")


def _game() -> Any:
    return import_module("coprime.games.daifugo.game").GAME


def is_ready() -> bool:
    """Can it be had without compiling?"""
    return bool(_races().ready(_game()) and _endings().ready(_game()))


def warm() -> None:
    """Compile what it needs, and keep that."""
    _races().warm(_game())
    _endings().warm(_game())


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None,
           told: Sequence[tuple[int, int]] = ()) -> int:
    """The action of a master within so many milliseconds; `iterations` instead are playouts, and can be repeated.

    told  (seat, action) of all that has been played in this hand, as the seat has seen it, where somebody remembers:
          a view does not say who played what, and that tells much of what others hold
    """
    best = _endings().best(_game(), view, seat)
    if best is not None:
        return int(best)
    if iterations is not None and view.phase == Phase.EXCHANGE:
        iterations = max(iterations, GIFT)
    return int(_races().choose(_game(), view, seat, seed, ms, iterations, told))
