"""Moves as a lesson writes them: `play 5 3; 1: pass; clock: 3000; play 13`, one after the other.

A move with a seat before it is that seat's; one without is of whoever is asked.
"""

from fnmatch import fnmatchcase
from typing import NamedTuple

from ..core.faults import BadInput
from ..core.match import Match
from ..core.record import parse
from ..core.seats import CLOCK


class Move(NamedTuple):
    """A move, or a pattern of some (`play *`); seat None: the one who is asked."""

    seat: int | None
    label: str

    def fits(self, label: str) -> bool:
        return self.seat is None and fnmatchcase(label, self.label)


Script = tuple[Move, ...]


def script(text: str) -> Script:
    """Raises BadInput."""
    return tuple(move(part.strip()) for part in text.split(";") if part.strip())


def move(text: str) -> Move:
    who, colon, label = text.partition(": ")
    if not colon:
        return Move(None, text)
    if who != "clock" and not who.isdecimal():
        raise BadInput(f"{who[:20]!r} is not a seat: a move is written `play 7`, `1: play 7` or `clock: 3000`.")
    return Move(CLOCK if who == "clock" else int(who), label)


def carry_out(match: Match, one: Move, asked: int) -> None:
    """Do a move.  Raises BadInput."""
    seat = asked if one.seat is None else one.seat
    match.act(seat, parse(match.game.words, seat, one.label))
