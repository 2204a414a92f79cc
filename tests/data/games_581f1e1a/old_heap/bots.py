"""Bots that play Old Heap."""

import random
from typing import Any

LEVELS = ("casual",)


def choose(view: Any, seat: int, level: str, seed: int) -> tuple[int, int]:
    """An action for a view, and the milliseconds after which it is done."""
    rest = int(view.left % (view.most + 1))
    return rest or random.Random(seed).randint(1, int(min(view.most, view.left))), 0
