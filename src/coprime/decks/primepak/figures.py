"""How the cards of the rules' pages are drawn: `42`, `W` for a wild."""

from typing import Any

from .names import face, kind_of


def draw_notation(name: str) -> dict[str, Any]:
    return {"card": face(kind_of(name))}
