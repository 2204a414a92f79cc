"""The master of Daifugo: solved endings, else certain ways out, else a race with a learnt policy.

Loads nothing compiled before it is asked for; what it needs can be kept as machine code (`warm`).
"""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from ....search.network_weights import NetworkFile
from ..state import Phase
from ..weights import WEIGHTS

POLICY_FILE = NetworkFile("daifugo", 1, None, {"policy": WEIGHTS.shape}, {"policy": np.float64})    # of `coprime train`

# Playouts for a gift of the exchange at least: up to 78 can be given, and the choice is made once in a hand.
MIN_GIFT_PLAYOUTS = 3_000


def _import_races() -> Any:
    """Import the race of actions, compiled also where this file is imported as the pure-Python variant."""
    return import_module("coprime.search.action_races")


def _import_endings() -> Any:
    """Import the solver of endings, compiled as far as possible."""
    return import_module("coprime.search.exact_endings")


def _import_game() -> Any:
    """Import the game with its compiled rules, also where this file is imported as the pure-Python variant."""
    return import_module("coprime.games.daifugo.game").GAME


def is_ready() -> bool:
    """Return whether the master can play without compiling."""
    return bool(_import_races().ready(_import_game()) and _import_endings().ready(_import_game()))


def warm() -> None:
    """Compile what the master needs and keep the machine code."""
    _import_races().warm(_import_game())
    _import_endings().warm(_import_game())


def check_weights(file: Path) -> None:
    """Check that a file has weights to play by.  Raises OSError and ValueError."""
    POLICY_FILE.load(file)


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None,
           history: Sequence[tuple[int, int]] = (), weights: Path | None = None) -> int:
    """Return the master's action within `ms` milliseconds, or after `iterations` playouts, reproducibly.

    history  (seat, action) of all that was played in this hand, as the seat has seen it; empty where it is not known.
             A view does not say who played what, and that tells much of what others hold.
    weights  of the policy in playouts: another file than the weights that are shipped
    """
    best = _import_endings().find_proved_best(_import_game(), view, seat)
    if best is not None:
        return int(best)
    if iterations is not None and view.phase == Phase.EXCHANGE:
        iterations = max(iterations, MIN_GIFT_PLAYOUTS)
    policy = POLICY_FILE.load(weights)["policy"] if weights else None
    return int(_import_races().choose(_import_game(), view, seat, seed, ms, iterations, history, policy))
