"""Old Dice in words."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from coprime.core.messages import Line, messages, told
from coprime.core.seats import CHANCE

SAY = messages(Path(__file__).parent)
LABELS = ("stop", "roll")


def label(action: int) -> str:
    """An action as people type it, and as it stands on its button."""
    return LABELS[action] if action in range(len(LABELS)) else str(action)


def text(view: Any, seat: int, names: Sequence[str]) -> str:
    """The table in a few lines of text."""
    lines = [SAY["text"]["points"].format(who=name, n=int(view.points[i])) for i, name in enumerate(names)]
    return "\n".join([*lines, SAY["text"]["aside"].format(n=int(view.aside))])


def event(before: Any, seat: int, action: int, after: Any, names: Sequence[str], watcher: int) -> Line:
    """A line of the log, as `watcher` reads it."""
    say, turn = SAY["event"], int(before.turn)
    if seat == CHANCE:
        return Line(told(say["lost" if action == 1 else "rolled"], turn, watcher, names, n=action))
    if label(action) == "roll":
        return Line("")
    won = after.points[turn] >= after.goal
    return Line(told(say["stopped"], turn, watcher, names, n=int(before.aside)), "won" if won else "")
