"""The type of what a game's `ending.py` says about a seat's best moment in a match."""

from typing import Any, NamedTuple


class BestMoment(NamedTuple):
    """A seat's best moment: a sentence in the second person, the drawing and a number beside it, or "".

    drawn  drawing commands as `figures.drawn` of the game returns them
    """

    text: str
    drawn: list[dict[str, Any]]
    figure: str = ""
