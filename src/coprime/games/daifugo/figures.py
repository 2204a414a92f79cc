"""Draw the cards of the rules' pages from their names in labels: `8s`, `Jo`, `Jo=7d`."""

from typing import Any

from .card_names import card_scene
from .labels import JOKER_NAME, parse_bag, parse_joker


def draw_notation(name: str) -> dict[str, Any]:
    """Return a card as the browser draws it.  Raises ValueError for a name that is no card."""
    if parse_joker(name) is None if name.startswith(JOKER_NAME) else parse_bag([name]) is None:
        raise ValueError(name)
    one = card_scene(name)
    suit = "joker" if one["joker"] else one["suit"]
    return {"card": {"figure": one["rank"] or JOKER_NAME, "suit": suit, "name": one["name"]}}
