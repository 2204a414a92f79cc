"""How the cards of the rules' pages are drawn, by their names in labels: `10`, `D`, `SKIP`, `5/9`, `5/9=5`."""

from typing import Any

from .labels import FACES_BY_NAME, NAMES
from .words import card_scene


def draw_notation(name: str) -> dict[str, Any]:
    """Return a card as the browser's Card takes it, without factors that would tell if it is prime."""
    kind = NAMES.index(name.partition("=")[0])
    one = card_scene(kind, False, FACES_BY_NAME[name] if "=" in name else None)
    if name in ("D", "SKIP"):
        return {"card": {"word": name, "name": one["name"]}}
    return {"card": {"figure": one["text"], "power": one.get("multi", one["power"]), "trio": one.get("icon", False),
                     "name": one["name"]}}
