"""Draw the cards of the rules' pages: `3` is a number card, `?` one that lies face down."""

from typing import Any

HIDDEN = "?"


def draw_notation(name: str) -> dict[str, Any]:
    """Return a card as the browser draws it."""
    return {"back": True} if name == HIDDEN else {"card": {"figure": int(name)}}
