"""Default observation of a game with dice.

Generic source, specialised for each game that lists outcomes of CHANCE and defines no `observe_action`. Free name:
the game's `chance_outcomes`.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ..core.seats import CHANCE, MAX_OUTCOMES, UNKNOWN


def observe_action(s, actor, action, watcher):
    """Show every action and every listed outcome of CHANCE to everybody, but not a shuffle's seed."""
    if actor != CHANCE:
        return action
    faces, weights = np.zeros(MAX_OUTCOMES, np.int64), np.zeros(MAX_OUTCOMES)
    return action if chance_outcomes(s, faces, weights) else UNKNOWN        # noqa: F821
