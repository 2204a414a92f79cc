"""Draw the cards of the rules' pages by their names in labels: `A`, `7`, `T`, `K`, `X`."""

from typing import Any

from .labels import NAMES
from .tables import JOKER

FIRST_PICTURE = 10


def draw_notation(name: str) -> dict[str, Any]:
    """Return a card as the browser draws it: its letter, and what it counts.  Raises ValueError for no card."""
    kind = NAMES.index(name)
    value = str(kind) if kind == 1 or kind >= FIRST_PICTURE else ""
    return {"card": {"figure": "" if kind == JOKER else name, "word": name if kind == JOKER else "", "power": value,
                     "name": name}}
