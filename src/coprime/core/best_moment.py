"""What a game's `ending.py` tells of a seat's best moment in a match."""

from typing import Any, NamedTuple


class BestMoment(NamedTuple):
    """A sentence in the second person, what is drawn (see `figures.draw_notation`), and the number beside it, or ""."""

    text: str
    drawn: list[dict[str, Any]]
    figure: str = ""
