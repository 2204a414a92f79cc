"""How the cards of the rules' pages are drawn: `42`, `W` for a wild."""

from typing import Any

from .notation import card_face_scene, parse_kind


def draw_notation(name: str) -> dict[str, Any]:
    """Return what the rules' pages draw for a card by its name: `{"card": ...}`."""
    return {"card": card_face_scene(parse_kind(name))}
