"""Bots that play Old Dice."""

from typing import Any

LEVELS = ("casual",)
ENOUGH = 12                 # points put aside with which it stops


def choose(view: Any, seat: int, level: str, seed: int) -> tuple[int, int]:
    """An action for a view, and the milliseconds after which it is done."""
    return int(view.aside < ENOUGH and view.points[seat] + view.aside < view.goal), 0
