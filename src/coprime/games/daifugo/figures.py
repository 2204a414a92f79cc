"""How the cards of the rules' pages are drawn, by their names in labels: `8s`, `Jo`, `Jo=7d`."""

from typing import Any

from .faces import card
from .labels import JOKER_NAME, bag_named, reading


def draw_notation(name: str) -> dict[str, Any]:
    """A card as the browser's Card takes it.  Raises ValueError."""
    if reading(name) is None if name.startswith(JOKER_NAME) else bag_named([name]) is None:
        raise ValueError(name)
    one = card(name)
    suit = "joker" if one["joker"] else one["suit"]
    return {"card": {"figure": one["rank"] or JOKER_NAME, "suit": suit, "name": one["name"]}}
