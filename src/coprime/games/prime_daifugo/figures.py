"""How the cards of the rules' pages are drawn, by their names in labels: `10`, `D`, `SKIP`, `5/9`, `5/9=5`."""

from typing import Any

from .labels import FACE_OF, NAMES
from .words import card


def draw_notation(name: str) -> dict[str, Any]:
    """A card as the browser's Card takes it, without its factor line: whether it is prime is for the reader to say."""
    kind = NAMES.index(name.partition("=")[0])
    one = card(kind, False, FACE_OF[name] if "=" in name else None)
    if name in ("D", "SKIP"):
        return {"card": {"word": name, "name": one["name"]}}
    return {"card": {"figure": one["text"], "power": one.get("multi", one["power"]), "trio": one.get("icon", False),
                     "name": one["name"]}}
