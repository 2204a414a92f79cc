"""Bots that play Old Cards."""

from typing import Any

import numpy as np

LEVELS = ("casual",)


def choose(view: Any, seat: int, level: str, seed: int) -> tuple[int, int]:
    """An action for a view, and the milliseconds after which it is done: the lowest card that is high enough."""
    held = [int(card) for card in np.flatnonzero(np.asarray(view.place) == 1 + seat)]
    return next((card for card in held if card > max(view.trick)), held[0]), 0
