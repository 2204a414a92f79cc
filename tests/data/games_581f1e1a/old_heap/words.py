"""Old Heap in words."""

from typing import Any


def label(action: int) -> str:
    """An action as people type it, and as it stands on its button."""
    return f"take {action}"


def text(view: Any, seat: int, names: list[str]) -> str:
    """The table in a few lines of text."""
    return f"{'● ' * view.left}({view.left})"
