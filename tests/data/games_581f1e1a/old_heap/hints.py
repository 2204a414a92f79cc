"""Hints for Old Heap as a ladder: a nudge, a clue, the method, what to do."""

from pathlib import Path
from typing import Any

from coprime.core.messages import messages
from coprime.core.rungs import Rung

SAY = messages(Path(__file__).parent)["hint"]


def ladder(view: Any, seat: int) -> list[str]:
    """Sentences; the one that says what to do carries the action."""
    group, left = int(view.most) + 1, int(view.left)
    rest = left % group
    if view.turn != seat or not left:
        return []
    if not rest:
        return [SAY["nudge"], SAY["clue"].format(group=group), Rung(SAY["lost"], 1)]
    return [SAY["nudge"], SAY["clue"].format(group=group), SAY["method"].format(left=left, group=group, rest=rest),
            Rung(SAY["answer"].format(n=rest), rest)]
