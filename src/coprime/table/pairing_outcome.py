"""The outcome of a finished game at a table of a tournament, and when a pairing is decided."""

from collections.abc import Sequence

from msgspec import Struct


class TableOutcome(Struct):
    """A finished game: the number of the match, the tournament's numbers of its players by seat, and their shares."""

    match: int
    entrants: list[int]
    shares: list[float]


def is_decided(score: Sequence[float], wins: int, must_decide: bool) -> bool:
    """Tell whether a pairing with so many won games is over; `must_decide`: it needs a winner."""
    best = max(score, default=0.0)
    return best >= wins and not (must_decide and list(score).count(best) > 1)
