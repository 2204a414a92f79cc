"""Parse the moves of exercises: `play 5 3; 1: pass; clock: 3000; play 13`, one after the other.

A seat before a move makes it that seat's (or chance's, or the clock's); a move without one is the asked seat's.
"""

from typing import NamedTuple

from ..core.errors import BadInput
from ..core.seats import CHANCE, CLOCK

SPECIAL_SEATS = {"chance": CHANCE, "clock": CLOCK}


class Move(NamedTuple):
    """A move, or a pattern of moves (`play *`); seat None is the seat that is asked.

    A text that the game parses as an action is that action, so `b*9` of Prime Climb is no pattern.
    """

    seat: int | None
    label: str


Script = tuple[Move, ...]


def parse_script(text: str) -> Script:
    """Parse moves separated by semicolons.  Raises BadInput."""
    return tuple(parse_move(part.strip()) for part in text.split(";") if part.strip())


def parse_move(text: str) -> Move:
    """Parse one move.  Raises BadInput for an unknown seat."""
    who, colon, label = text.partition(": ")
    if not colon:
        return Move(None, text)
    if who not in SPECIAL_SEATS and not who.isdecimal():
        raise BadInput(f"{who[:20]!r} is not a seat: a move is written `play 7`, `1: play 7` or `clock: 3000`.")
    return Move(SPECIAL_SEATS[who] if who in SPECIAL_SEATS else int(who), label)
