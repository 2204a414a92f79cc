"""Moves as exercises write them: `play 5 3; 1: pass; clock: 3000; play 13`, one after the other.

A move with a seat before it is that seat's (or chance's, or the clock's); one without is of whoever is asked.
"""

from typing import NamedTuple

from ..core.errors import BadInput
from ..core.seats import CHANCE, CLOCK

OTHERS = {"chance": CHANCE, "clock": CLOCK}


class Move(NamedTuple):
    """A move, or a pattern of some (`play *`); seat None: the one who is asked.

    What the game reads as an action is that action, so that `b*9` of Prime Climb is no pattern.
    """

    seat: int | None
    label: str


Script = tuple[Move, ...]


def script(text: str) -> Script:
    """Raises BadInput."""
    return tuple(move(part.strip()) for part in text.split(";") if part.strip())


def move(text: str) -> Move:
    who, colon, label = text.partition(": ")
    if not colon:
        return Move(None, text)
    if who not in OTHERS and not who.isdecimal():
        raise BadInput(f"{who[:20]!r} is not a seat: a move is written `play 7`, `1: play 7` or `clock: 3000`.")
    return Move(OTHERS[who] if who in OTHERS else int(who), label)
