"""Draw the cards of the rules' pages by their names in labels: `A`, `7`, `T`, `K`, `X`, and `X=7` for a joker as 7."""

from typing import Any

from .card_signs import JOKER
from .labels import NAMES

FIRST_PICTURE = 10


def draw_notation(name: str) -> dict[str, Any]:
    """Return a card as the browser draws it: its letter, and what it counts.  Raises ValueError for no card."""
    letter, _, value = name.partition("=")
    kind = NAMES.index(letter)
    if value and (kind != JOKER or not value.isdecimal() and value not in NAMES[1:]):
        raise ValueError(name)
    if kind == JOKER:
        counts = str(NAMES.index(value)) if value in NAMES else value
        return {"card": {"figure": "", "word": letter, "power": counts, "name": name.replace("=", " = ")}}
    counts = str(kind) if kind == 1 or kind >= FIRST_PICTURE else ""
    return {"card": {"figure": letter, "word": "", "power": counts, "name": letter}}
