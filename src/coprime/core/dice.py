"""What observers see of a game's dice.  Generic source, made into a module for each game that lists faces for CHANCE
and has no `observe_action` of its own.  Free name: the game's `chance_outcomes`."""

import numpy as np

from ..core.seats import CHANCE, UNKNOWN

FACES = 128             # the most outcomes that CHANCE lists


def observe_action(s, actor, action, watcher):
    """Everything that is done is public, and so are faces that are listed; a shuffle's seed is not."""
    if actor != CHANCE:
        return action
    faces, weights = np.zeros(FACES, np.int64), np.zeros(FACES)
    return action if chance_outcomes(s, faces, weights) else UNKNOWN        # noqa: F821
