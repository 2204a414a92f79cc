"""What the rules' pages draw: `3` is a number card, `?` one that lies face down."""

from typing import Any

HIDDEN = "?"


def draw_notation(name: str) -> dict[str, Any]:
    return {"back": True} if name == HIDDEN else {"card": {"figure": int(name)}}
